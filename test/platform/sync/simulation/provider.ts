import type { SyncName } from '../../../../platform/model/sync.ts'
import type { HttpRequest, HttpResponse } from '../../../../platform/provider/transport.ts'
import type { Credential } from '../../../../src/contract/index.ts'
import type { Account } from './account.ts'
import { FAULTS, type Fault, failAfter, failBefore, isPageFault, ok, problem } from './faults.ts'
import { datedPage, type Filter, singlePage } from './pages.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** A period in which a fault occurs in every call. */
export interface Episode {
  start: number
  end: number
  fault: Fault
  /** The affected connection. Absent: all connections of the provider. */
  connectionId?: string
}

/** A call as the provider received it. */
export interface ObservedCall {
  date: number
  connectionId: string
  call: string
  fault: Fault | undefined
  /** Whether the vendor rejected the credential. */
  expired: boolean
  /** The number of things with an id of their own in the response. */
  sentEntries: number
}

interface Body {
  connectedProvider?: { connectionId: string; credential: Credential }
  credential?: Credential
  filter?: Filter & { insightTypeFilters?: { tags: { _id?: string }[] }[] }
  transcriptionFilter?: Filter
  calendarFilter?: Filter
  externalIdLinkObjects?: { sourceTagId?: string }[]
}

/** The probability of a fault outside of episodes. */
const STRAY_FAULTS = 0.01

/** A provider with its vendor: the content of its accounts, the credentials they accept, and the faults that occur. */
export class FakeProvider {
  readonly accounts = new Map<string, Account>()
  readonly episodes: Episode[] = []
  /** The times at which it invalidated its cursors. */
  readonly cursorResets: number[] = []
  /** No faults occur from this time on. */
  faultsUntil = Number.POSITIVE_INFINITY
  readonly #clock: VirtualClock
  readonly #random: SeededRandom

  constructor(clock: VirtualClock, random: SeededRandom) {
    this.#clock = clock
    this.#random = random
  }

  /** `onCall` is called for every call that was not aborted by the caller. */
  async respond(request: HttpRequest, onCall: (observed: ObservedCall) => void): Promise<HttpResponse> {
    const call = new URL(request.url).pathname
    const body = (request.body === undefined ? {} : JSON.parse(request.body)) as Body
    const connectionId = body.connectedProvider?.connectionId ?? connectionOf(body.credential)
    const account = this.accounts.get(connectionId)
    const fault = this.#faultOf(connectionId, call)
    const observed: ObservedCall = {
      date: this.#clock.now(),
      connectionId,
      call,
      fault,
      expired: false,
      sentEntries: 0,
    }
    try {
      const failure = await failBefore(fault, request, this.#clock)
      const response = failure ?? failAfter(fault, account ? this.#serve(call, body, account, fault) : ok(DEFINITION))
      observed.expired = response.status === 401 && response.text.includes('credentials-expired')
      observed.sentEntries = response.status === 200 && call.startsWith('/sync/') ? countEntries(response.text) : 0
      return response
    } finally {
      const hasTimedOut = String(request.signal.reason).includes('timed out')
      if (!request.signal.aborted || hasTimedOut) onCall(observed)
    }
  }

  #faultOf(connectionId: string, call: string): Fault | undefined {
    const now = this.#clock.now()
    if (now >= this.faultsUntil) return undefined
    const current = this.episodes.find((episode) => {
      const isAffected = episode.connectionId === undefined || episode.connectionId === connectionId
      return isAffected && episode.start <= now && now < episode.end
    })
    const fault = current?.fault ?? (this.#random.is(STRAY_FAULTS) ? this.#random.pick(FAULTS) : undefined)
    return fault && isPageFault(fault) && !call.startsWith('/sync/') ? undefined : fault
  }

  #serve(call: string, body: Body, account: Account, fault: Fault | undefined): HttpResponse {
    const now = this.#clock.now()
    const credential = body.connectedProvider?.credential ?? body.credential
    if (!credential) return problem(400, 'validation-error')
    if (call === '/auth/refresh') {
      const renewed = account.refresh(credential, now)
      if (!renewed) return problem(401, 'credentials-expired')
      const merged = { ...credential, ...renewed }
      const bodies = [{ credential: merged }, { result: { credential: merged } }, { result: merged }, merged]
      return ok(this.#random.pick<object>(bodies))
    }
    if (!account.accepts(credential, now)) return problem(401, 'credentials-expired')
    if (call === '/auth/check') return ok({ result: { status: 'ok', accountId: account.connectionId } })
    return this.#page(call.slice('/sync/'.length) as SyncName, body, account, fault)
  }

  #page(sync: SyncName, body: Body, account: Account, fault: Fault | undefined): HttpResponse {
    const now = this.#clock.now()
    const context = { now, fault, cursorResets: this.cursorResets }
    switch (sync) {
      case 'email':
        return datedPage(body.filter, account.mails, (mail) => account.mail(mail), context)
      case 'transcription':
        return datedPage(
          body.transcriptionFilter,
          account.meetings,
          (meeting) => account.meeting(meeting, now),
          context,
        )
      case 'calendar':
        return body.calendarFilter
          ? singlePage([account.calendar(body.calendarFilter, now)], fault)
          : problem(400, 'validation-error')
      case 'metadata':
        return singlePage([createTable([])], fault)
      case 'table':
        return singlePage([createTable(account.rowsAt(now))], fault)
      case 'identifier':
        return singlePage((body.externalIdLinkObjects ?? []).map(toExternalObject), fault)
      case 'insight': {
        const tags = (body.filter?.insightTypeFilters ?? []).flatMap((filter) => filter.tags)
        const rows = tags.map(({ _id }) => ({ externalId: `of ${_id}`, values: [] }))
        return singlePage([{ blockType: 'table', tables: [createTable(rows)] }], fault)
      }
    }
  }
}

/** Access tokens contain the id of their connection, because the request of a check does not. */
function connectionOf(credential: Credential | undefined): string {
  return credential?.accessToken.split('-')[1] ?? ''
}

/** Everything with an id of its own has an `externalId`, links and invalid items included. */
function countEntries(text: string): number {
  return text.split('"externalId"').length - 1
}

function createTable(records: unknown[]) {
  const metadata = { metadataType: 'Contact', label: 'Contact', fields: [] }
  return { blockType: 'table', provider: 'acme', application: 'desk', externalId: 'Contact', metadata, records }
}

function toExternalObject({ sourceTagId = '' }) {
  return {
    metadataType: 'Contact',
    tagType: 'person',
    sourceTagId,
    externalId: `object of ${sourceTagId}`,
    url: `https://desk.example/${sourceTagId}`,
  }
}

const APPLICATION = { label: 'x', description: '', authentication: true, linkSubscriptions: [], externalIds: [] }

/** The definition of every provider in the simulation. */
export const DEFINITION = {
  name: 'acme',
  label: 'Acme',
  description: 'A provider.',
  iconUrl: '/icon.svg',
  applications: [
    { ...APPLICATION, name: 'mail', sobjects: { email: true, transcription: true } },
    { ...APPLICATION, name: 'diary', sobjects: { calendar: true } },
    {
      ...APPLICATION,
      name: 'desk',
      sobjects: { table: true },
      externalIds: [{ metadataType: 'Contact', tagType: 'person' }],
    },
  ],
}
