import type { Calendar, Credential, Email, Transcription } from '../../../../src/contract/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import type { SeededRandom } from './seeded-random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The lifetime of the vendor's access tokens. `unstated` tokens expire without naming their expiry. */
export type Lifetime = 'an hour' | 'eight hours' | 'unstated' | 'a year'
const LIFETIMES_MS: Readonly<Record<Lifetime, number>> = {
  'an hour': HOUR,
  'eight hours': 8 * HOUR,
  unstated: 5 * HOUR,
  'a year': 365 * DAY,
}

/** A mail or a meeting. The vendor delivers it a little later than its date. */
interface DatedItem {
  id: string
  date: number
  visibleFrom: number
  /** When the transcript of a meeting is ready. */
  readyFrom: number
}

/** An event of a calendar or a row of a table. Each change creates a new version. */
interface VersionedItem {
  id: string
  date: number
  dateCreated: number
  changeDates: readonly number[]
}

/** A user's account at the vendor: its content at any time, and the credentials that it accepts. */
export class Account {
  readonly connectionId: string
  readonly lifetime: Lifetime
  /** The times at which the vendor revoked its grants. */
  readonly revocations: number[] = []
  /** The times at which it ended the access tokens before their expiry, as a change of a policy does. */
  readonly tokenEnds: number[] = []
  /** The number of calls that it rejected for that reason. */
  rejectionsBeforeExpiry = 0
  readonly mails: readonly DatedItem[]
  readonly meetings: readonly DatedItem[]
  readonly events: readonly VersionedItem[]
  readonly rows: readonly VersionedItem[]
  /** The number of refreshes with each access token. */
  readonly refreshes = new Map<string, number>()
  /** The number of calls with a token that the platform could know to have expired. */
  callsWithExpiredToken = 0
  #grant = 0
  #dateGranted: number
  #tokens = new Map<string, { dateIssued: number; dateExpiry: number; grant: number }>()

  constructor(connectionId: string, lifetime: Lifetime, start: number, end: number, random: SeededRandom) {
    this.connectionId = connectionId
    this.lifetime = lifetime
    this.#dateGranted = start
    this.mails = datedItems('mail', 3, start - 40 * DAY, end, random)
    this.meetings = datedItems('meeting', 1, start - 40 * DAY, end, random)
    this.events = versionedItems('event', 25, start, end - DAY, random)
    this.rows = versionedItems('row', 12, start, end - DAY, random)
  }

  /** The user signs in. */
  grant(now: number): Credential {
    this.#grant += 1
    this.#dateGranted = now
    return { ...this.#token(now), refreshToken: `refresh-${this.#grant}`, email: 'ada@acme.example', profile: null }
  }

  /** Whether the vendor accepts this token. */
  accepts({ accessToken, dateExpiry }: Credential, now: number): boolean {
    const token = this.#tokens.get(accessToken)
    if (!token || token.grant !== this.#grant || this.#isRevoked(now)) return false
    if (this.tokenEnds.some((time) => time <= now && time > token.dateIssued)) {
      this.rejectionsBeforeExpiry += now < token.dateExpiry ? 1 : 0
      return false
    }
    if (now < token.dateExpiry) return true
    // The last retry of a call may arrive this late.
    if (dateExpiry !== undefined && now > token.dateExpiry + 5 * MINUTE) this.callsWithExpiredToken += 1
    return false
  }

  /** Whether a refresh would return a token that is accepted. */
  isGrantAlive(now: number): boolean {
    return !this.#isRevoked(now)
  }

  /** Returns new tokens; undefined: the refresh token is invalid. */
  refresh({ accessToken, refreshToken, dateExpiry }: Credential, now: number): Partial<Credential> | undefined {
    if (refreshToken !== `refresh-${this.#grant}` || this.#isRevoked(now)) return undefined
    this.refreshes.set(accessToken, (this.refreshes.get(accessToken) ?? 0) + 1)
    // A key that does not expire is returned as it is.
    if (this.lifetime === 'a year') return omitUndefined({ accessToken, dateExpiry })
    return this.#token(now)
  }

  mail({ id, date }: DatedItem): Email {
    const uri = `https://mail.example/${id}`
    const source = { provider: 'acme', application: 'mail', externalId: id, uri }
    return { blockType: 'email', ...source, to: [], cc: [], subject: `Subject of ${id}`, dateReceived: date }
  }

  meeting({ id, date, readyFrom }: DatedItem, now = Number.POSITIVE_INFINITY): Transcription {
    return {
      blockType: 'transcription',
      provider: 'acme',
      application: 'mail',
      externalId: id,
      uri: `https://meet.example/${id}`,
      title: id,
      dateStart: date,
      duration: HOUR,
      attendees: [],
      transcript: { title: id, text: 'Well.' },
      processingStage: now < readyFrom ? 'processing' : 'processed',
    }
  }

  calendar(window: { dateStart: number; dateEnd: number }, now: number): Calendar {
    const existing = this.events.filter(({ date, dateCreated }) => {
      return dateCreated <= now && date + HOUR > window.dateStart && date < window.dateEnd
    })
    const events = existing.map((event) => ({
      blockType: 'event' as const,
      externalId: event.id,
      title: versionOf(event, now),
      dateStart: event.date,
      dateEnd: event.date + HOUR,
      attendees: [],
    }))
    const source = { provider: 'acme', application: 'diary', externalId: 'calendar' }
    return { blockType: 'calendar', ...source, timeZone: 'UTC', events }
  }

  rowsAt(now: number): { externalId: string; values: { name: string; value: string }[] }[] {
    const existing = this.rows.filter(({ dateCreated }) => dateCreated <= now)
    return existing.map((row) => ({ externalId: row.id, values: [{ name: 'Name', value: versionOf(row, now) }] }))
  }

  #token(now: number): { accessToken: string; dateExpiry?: number } {
    const accessToken = `access-${this.connectionId}-${this.#tokens.size + 1}`
    const dateExpiry = now + LIFETIMES_MS[this.lifetime]
    this.#tokens.set(accessToken, { dateIssued: now, dateExpiry, grant: this.#grant })
    return this.lifetime === 'unstated' ? { accessToken } : { accessToken, dateExpiry }
  }

  #isRevoked(now: number): boolean {
    return this.revocations.some((time) => time <= now && time > this.#dateGranted)
  }
}

function versionOf({ id, changeDates }: VersionedItem, now: number): string {
  return `${id} version ${changeDates.filter((time) => time <= now).length}`
}

function datedItems(name: string, perDay: number, start: number, end: number, random: SeededRandom): DatedItem[] {
  const count = Math.floor(((end - start) / DAY) * perDay)
  const dates = Array.from({ length: count }, () => random.between(start, end)).sort((a, b) => a - b)
  // The delay is below the overlap of the windows; with a longer one items would be missed.
  return dates.map((date, index) => ({
    id: `${name}-${index}`,
    date,
    visibleFrom: date + random.between(0, 14 * MINUTE),
    readyFrom: date + random.between(0, 12 * HOUR),
  }))
}

function versionedItems(
  name: string,
  count: number,
  start: number,
  end: number,
  random: SeededRandom,
): VersionedItem[] {
  return Array.from({ length: count }, (_, index) => {
    const dateCreated = random.is(0.5) ? start - DAY : random.between(start, end)
    const changeDates = Array.from({ length: random.between(0, 3) }, () => random.between(dateCreated, end))
    const date = random.between(start - 20 * DAY, end + 60 * DAY)
    return { id: `${name}-${index}`, date, dateCreated, changeDates }
  })
}
