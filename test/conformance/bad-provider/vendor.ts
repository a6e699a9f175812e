import { randomUUID } from 'node:crypto'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const ADA = 'ada@plain.example'
const BO = 'bo@plain.example'
export const ORIGIN = 'https://vendor.example'

export interface StoredRecord {
  externalId: string
  values: Record<string, string>
}

/** The vendor behind the provider: an account with some mail, meetings, events and records, all in memory. */
export class Vendor {
  readonly now = Date.now()
  readonly accessTokens = new Set([`access-${randomUUID()}`])
  readonly refreshTokens = new Set([`refresh-${randomUUID()}`])
  readonly records = new Map<string, StoredRecord>()
  readonly notes = new Set<string>()
  #count = 0

  constructor() {
    for (const Name of ['Halden', 'Kestrel', 'Lumen']) this.save(undefined, { Name, Industry: `Industry of ${Name}` })
  }

  readonly mails = Array.from({ length: 7 }, (_, index) => ({
    id: `mail-${index + 1}`,
    date: this.now - index * HOUR_MS - DAY_MS,
    from: index % 2 === 0 ? ADA : BO,
    to: 'carl@plain.example',
  }))

  readonly meetings = Array.from({ length: 5 }, (_, index) => ({
    id: `meeting-${index + 1}`,
    date: this.now - index * HOUR_MS - DAY_MS,
  }))

  readonly events = Array.from({ length: 3 }, (_, index) => ({
    id: `event-${index + 1}`,
    start: this.now + index * DAY_MS,
    end: this.now + index * DAY_MS + HOUR_MS,
  }))

  /** Creates a record, or updates that with the id. */
  save(id: string | undefined, values: Record<string, string>): StoredRecord {
    this.#count += id ? 0 : 1
    const externalId = id || `rec-${this.#count}`
    const record = { externalId, values: { ...this.records.get(externalId)?.values, ...values } }
    this.records.set(externalId, record)
    return record
  }

  issue(): { accessToken: string; refreshToken: string } {
    const accessToken = `access-${randomUUID()}`
    const refreshToken = `refresh-${randomUUID()}`
    this.accessTokens.add(accessToken)
    this.refreshTokens.add(refreshToken)
    return { accessToken, refreshToken }
  }
}
