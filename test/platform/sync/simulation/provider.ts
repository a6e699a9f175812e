import type { SyncName } from '../../../../platform/model/sync.ts'
import type { HttpAnswer, HttpRequest } from '../../../../platform/provider/transport.ts'
import type { Credential } from '../../../../src/contract/index.ts'
import type { Account } from './account.ts'
import type { Chance } from './chance.ts'
import { FAULTS, type Fault, failAfter, failBefore, isOfPages, ok, problem } from './faults.ts'
import { datedPage, type Filter, page } from './pages.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** A time in which something goes wrong. */
export interface Episode {
  from: number
  until: number
  fault: Fault
  /** Of one connection, or of the whole provider. */
  connectionId?: string
}

/** One call as the provider saw it. */
export interface Seen {
  at: number
  connectionId: string
  call: string
  fault: Fault | undefined
  /** The vendor refused the credentials. */
  expired: boolean
  /** Things with an id of their own that the answer held. */
  sent: number
}

interface Body {
  connectedProvider?: { connectionId: string; credential: Credential }
  credential?: Credential
  filter?: Filter & { insightTypeFilters?: { tags: { _id?: string }[] }[] }
  transcriptionFilter?: Filter
  calendarFilter?: Filter
  externalIdLinkObjects?: { sourceTagId?: string }[]
}
/** Of calls that nothing else is the matter with. */
const STRAY_FAULTS = 0.01

/** A provider with its vendor behind it: what is there, who may see it, and what goes wrong. */
export class Provider {
  readonly accounts = new Map<string, Account>()
  readonly episodes: Episode[] = []
  /** Times at which it forgot what its cursors mean. */
  readonly amnesias: number[] = []
  /** No faults from here on. */
  quietFrom = Number.POSITIVE_INFINITY
  readonly #clock: VirtualClock
  readonly #chance: Chance

  constructor(clock: VirtualClock, chance: Chance) {
    this.#clock = clock
    this.#chance = chance
  }

  /** `onSeen` is told of every call that was not called off by the caller. */
  async answer(request: HttpRequest, onSeen: (seen: Seen) => void): Promise<HttpAnswer> {
    const call = new URL(request.url).pathname
    const body = (request.body === undefined ? {} : JSON.parse(request.body)) as Body
    const connectionId = body.connectedProvider?.connectionId ?? connectionOf(body.credential)
    const account = this.accounts.get(connectionId)
    const fault = this.#faultOf(connectionId, call)
    const seen: Seen = { at: this.#clock.now(), connectionId, call, fault, expired: false, sent: 0 }
    try {
      const refused = await failBefore(fault, request, this.#clock)
      const told = refused ?? failAfter(fault, account ? this.#serve(call, body, account, fault) : ok(DEFINITION))
      seen.expired = told.status === 401 && told.text.includes('credentials-expired')
      seen.sent = told.status === 200 && call.startsWith('/sync/') ? countThings(told.text) : 0
      return told
    } finally {
      const wasCalledOff = request.signal.aborted && !String(request.signal.reason).includes('not done within')
      if (!wasCalledOff) onSeen(seen)
    }
  }

  #faultOf(connectionId: string, call: string): Fault | undefined {
    const now = this.#clock.now()
    if (now >= this.quietFrom) return undefined
    const episode = this.episodes.find((one) => {
      const isConcerned = one.connectionId === undefined || one.connectionId === connectionId
      return isConcerned && one.from <= now && now < one.until
    })
    const fault = episode?.fault ?? (this.#chance.is(STRAY_FAULTS) ? this.#chance.pick(FAULTS) : undefined)
    return fault && isOfPages(fault) && !call.startsWith('/sync/') ? undefined : fault
  }

  #serve(call: string, body: Body, account: Account, fault: Fault | undefined): HttpAnswer {
    const now = this.#clock.now()
    const credential = body.connectedProvider?.credential ?? body.credential
    if (!credential) return problem(400, 'validation-error')
    if (call === '/auth/refresh') {
      const fresh = account.refresh(credential, now)
      if (!fresh) return problem(401, 'credentials-expired')
      const whole = { ...credential, ...fresh }
      return ok(this.#chance.pick([{ credential: whole }, { result: { credential: whole } }, { result: whole }, whole]))
    }
    if (!account.accepts(credential, now)) return problem(401, 'credentials-expired')
    if (call === '/auth/check') return ok({ result: { status: 'ok', accountId: account.connectionId } })
    return this.#page(call.slice('/sync/'.length) as SyncName, body, account, fault)
  }

  #page(sync: SyncName, body: Body, account: Account, fault: Fault | undefined): HttpAnswer {
    const now = this.#clock.now()
    const circumstances = { now, fault, amnesias: this.amnesias }
    switch (sync) {
      case 'email':
        return datedPage(body.filter, account.mails, (mail) => account.mail(mail), circumstances)
      case 'transcription':
        return datedPage(body.transcriptionFilter, account.meetings, (one) => account.meeting(one), circumstances)
      case 'calendar':
        return body.calendarFilter
          ? page([account.calendar(body.calendarFilter, now)], fault)
          : problem(400, 'validation-error')
      case 'metadata':
        return page([tableOf([])], fault)
      case 'table':
        return page([tableOf(account.rowsAt(now))], fault)
      case 'identifier':
        return page((body.externalIdLinkObjects ?? []).map(linkOf), fault)
      case 'insight': {
        const tags = (body.filter?.insightTypeFilters ?? []).flatMap(({ tags }) => tags)
        const rows = tags.map(({ _id }) => ({ externalId: `of ${_id}`, values: [] }))
        return page([{ blockType: 'table', tables: [tableOf(rows)] }], fault)
      }
    }
  }
}

/** Credentials carry the name of their connection, because a check does not. */
function connectionOf(credential: Credential | undefined): string {
  return credential?.accessToken.split('-')[1] ?? ''
}

/** Every `externalId` names a thing; links and bad items count once like everything else. */
function countThings(text: string): number {
  return text.split('"externalId"').length - 1
}

function tableOf(records: unknown[]) {
  const provenance = { provider: 'acme', application: 'desk', externalId: 'Contact' }
  const metadata = { metadataType: 'Contact', label: 'Contact', fields: [] }
  return { blockType: 'table', ...provenance, metadata, records }
}

function linkOf({ sourceTagId = '' }) {
  const hints = { metadataType: 'Contact', tagType: 'person', sourceTagId }
  return { ...hints, externalId: `object of ${sourceTagId}`, url: `https://desk.example/${sourceTagId}` }
}

const PLAIN = { label: 'x', description: '', authentication: true, linkSubscriptions: [], externalIds: [] }

/** What every provider of the simulation offers. */
export const DEFINITION = {
  ...{ name: 'acme', label: 'Acme', description: 'A provider.', iconUrl: '/icon.svg' },
  applications: [
    { ...PLAIN, name: 'mail', sobjects: { email: true, transcription: true } },
    { ...PLAIN, name: 'diary', sobjects: { calendar: true } },
    {
      ...PLAIN,
      name: 'desk',
      sobjects: { table: true },
      externalIds: [{ metadataType: 'Contact', tagType: 'person' }],
    },
  ],
}
