import type { Calendar, Credential, Email, Transcription } from '../../../../src/contract/index.ts'
import type { Chance } from './chance.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What kind of credential a vendor hands out. */
export type Life = 'an hour' | 'eight hours' | 'unsaid' | 'a year'
const LIVES: Readonly<Record<Life, number>> = {
  'an hour': HOUR,
  'eight hours': 8 * HOUR,
  unsaid: 5 * HOUR,
  'a year': 365 * DAY,
}

/** Something in a mailbox: the vendor dates it, and shows it a little later. */
interface Dated {
  id: string
  date: number
  visible: number
}

/** A meeting of a calendar or a row of a table; each of its changes makes it another version. */
interface Changing {
  id: string
  date: number
  created: number
  changes: readonly number[]
}

/** A person's account at the vendor: what is in it at any time, and which credentials open it. */
export class Account {
  readonly connectionId: string
  readonly life: Life
  /** Times at which the vendor withdrew what it had granted. */
  readonly revocations: number[] = []
  readonly mails: readonly Dated[]
  readonly meetings: readonly Dated[]
  readonly events: readonly Changing[]
  readonly rows: readonly Changing[]
  readonly refreshes = new Map<string, number>()
  /** Calls with a token of which the platform could know that it had ended. */
  usedExpired = 0
  #grant = 0
  #grantedAt: number
  #tokens = new Map<string, { until: number; grant: number }>()

  constructor(connectionId: string, life: Life, from: number, until: number, chance: Chance) {
    this.connectionId = connectionId
    this.life = life
    this.#grantedAt = from
    this.mails = datedOnes('mail', 3, from - 40 * DAY, until, chance)
    this.meetings = datedOnes('meeting', 1, from - 40 * DAY, until, chance)
    this.events = changingOnes('event', 25, from, until - DAY, chance)
    this.rows = changingOnes('row', 12, from, until - DAY, chance)
  }

  /** Someone signs in. */
  grant(now: number): Credential {
    this.#grant += 1
    this.#grantedAt = now
    return { ...this.#token(now), refreshToken: `refresh-${this.#grant}`, email: 'ada@acme.example', profile: null }
  }

  /** Whether the vendor knows this token now. */
  accepts({ accessToken, dateExpiry }: Credential, now: number): boolean {
    const token = this.#tokens.get(accessToken)
    if (!token || token.grant !== this.#grant || this.#isRevoked(now)) return false
    if (now < token.until) return true
    // A call that is repeated may take so long to arrive.
    if (dateExpiry !== undefined && now > token.until + 5 * MINUTE) this.usedExpired += 1
    return false
  }

  /** New tokens; undefined: the refresh token is worth nothing any more. */
  refresh({ accessToken, refreshToken, dateExpiry }: Credential, now: number): Partial<Credential> | undefined {
    if (refreshToken !== `refresh-${this.#grant}` || this.#isRevoked(now)) return undefined
    this.refreshes.set(accessToken, (this.refreshes.get(accessToken) ?? 0) + 1)
    // A key that does not end is confirmed as it is.
    if (this.life === 'a year') return { accessToken, ...(dateExpiry === undefined ? {} : { dateExpiry }) }
    return this.#token(now)
  }

  mail({ id, date }: Dated): Email {
    const provenance = { provider: 'acme', application: 'mail', externalId: id, uri: `https://mail.example/${id}` }
    return { blockType: 'email', ...provenance, to: [], cc: [], subject: `Subject of ${id}`, dateReceived: date }
  }

  meeting({ id, date }: Dated): Transcription {
    const provenance = { provider: 'acme', application: 'mail', externalId: id, uri: `https://meet.example/${id}` }
    const content = {
      title: id,
      dateStart: date,
      duration: HOUR,
      attendees: [],
      transcript: { title: id, text: 'Well.' },
    }
    return { blockType: 'transcription', ...provenance, ...content, processingStage: 'processed' }
  }

  calendar(window: { dateStart: number; dateEnd: number }, now: number): Calendar {
    const there = this.events.filter(({ date, created }) => {
      return created <= now && date + HOUR > window.dateStart && date < window.dateEnd
    })
    const events = there.map((event) => ({
      ...{ blockType: 'event' as const, externalId: event.id, title: versionOf(event, now) },
      ...{ dateStart: event.date, dateEnd: event.date + HOUR, attendees: [] },
    }))
    const provenance = { provider: 'acme', application: 'diary', externalId: 'calendar' }
    return { blockType: 'calendar', ...provenance, timeZone: 'UTC', events }
  }

  rowsAt(now: number): { externalId: string; values: { name: string; value: string }[] }[] {
    const there = this.rows.filter(({ created }) => created <= now)
    return there.map((row) => ({ externalId: row.id, values: [{ name: 'Name', value: versionOf(row, now) }] }))
  }

  #token(now: number): { accessToken: string; dateExpiry?: number } {
    const accessToken = `access-${this.connectionId}-${this.#tokens.size + 1}`
    const until = now + LIVES[this.life]
    this.#tokens.set(accessToken, { until, grant: this.#grant })
    return { accessToken, ...(this.life === 'unsaid' ? {} : { dateExpiry: until }) }
  }

  #isRevoked(now: number): boolean {
    return this.revocations.some((time) => time <= now && time > this.#grantedAt)
  }
}

function versionOf({ id, changes }: Changing, now: number): string {
  return `${id} version ${changes.filter((time) => time <= now).length}`
}

function datedOnes(name: string, perDay: number, from: number, until: number, chance: Chance): Dated[] {
  const count = Math.floor(((until - from) / DAY) * perDay)
  const dates = Array.from({ length: count }, () => chance.between(from, until)).sort((a, b) => a - b)
  // Later than this no overlap could make good.
  return dates.map((date, at) => ({ id: `${name}-${at}`, date, visible: date + chance.between(0, 14 * MINUTE) }))
}

function changingOnes(name: string, count: number, from: number, until: number, chance: Chance): Changing[] {
  return Array.from({ length: count }, (_, at) => {
    const created = chance.is(0.5) ? from - DAY : chance.between(from, until)
    const changes = Array.from({ length: chance.between(0, 3) }, () => chance.between(created, until))
    return { id: `${name}-${at}`, date: chance.between(from - 20 * DAY, until + 60 * DAY), created, changes }
  })
}
