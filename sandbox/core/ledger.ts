import type { HttpRequest } from './http/request.ts'
import { toPathPattern } from './path-pattern.ts'
import type { Clock } from './time/clock.ts'

/** A recorded request. Bodies, tokens, codes and keys are never recorded. */
export interface LedgerEntry {
  readonly sequence: number
  /** Sandbox time of arrival, epoch ms. */
  readonly time: number
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The request headers that tests check and that hold no secrets. */
  readonly headers: Readonly<Record<string, string>>
  readonly account: string | undefined
  readonly api: string | undefined
  /** True for a part of a batch. */
  readonly part: boolean
  /** Requests of this account in flight when this one arrived, including itself, over all APIs. */
  readonly inFlight: number
  /** The same, but of the request's own API only. */
  readonly inFlightInApi: number
  /** The kind of the fault that the request triggered. */
  readonly fault: string | undefined
  /** Set when the response is known; stays 0 if the connection closed before that. */
  status: number
  units: number
  /** Whether the request is no longer in flight. */
  done: boolean
}

export interface LedgerFilter {
  method?: string
  /** `*` matches any part of one segment, `**` anything. */
  path?: string
  account?: string
  api?: string
  status?: number
  fault?: string
  part?: boolean
}

/** Page and sync tokens remain readable, because they are useless without an access token. */
const SECRET_QUERY =
  /^(code|key|sid|token|assertion|password|tempauth|upload_id)$|_token(_hint)?$|secret|verifier|client_assertion/i
const RECORDED_HEADERS = ['accept', 'accept-encoding', 'content-type', 'prefer', 'user-agent']

/** The log of all requests that a mock server has received. */
export class Ledger {
  readonly #clock: Clock
  readonly #recordedHeaders: ReadonlySet<string>
  readonly #inFlight = new Set<LedgerEntry>()
  #entries: LedgerEntry[] = []
  #sequence = 0

  /** `recordedHeaders`: further request headers to record, in lower case. */
  constructor(clock: Clock, recordedHeaders: readonly string[] = []) {
    this.#clock = clock
    this.#recordedHeaders = new Set([...RECORDED_HEADERS, ...recordedHeaders])
  }

  /** Records a request that has just arrived. It is in flight until `end`. */
  add(request: HttpRequest, { api, fault }: Partial<Pick<LedgerEntry, 'api' | 'fault'>> = {}): LedgerEntry {
    const entry: LedgerEntry = {
      sequence: ++this.#sequence,
      time: this.#clock.now(),
      method: request.method,
      path: request.url.pathname,
      query: redactQuery(request.url.searchParams),
      headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => this.#recordedHeaders.has(name))),
      account: request.account,
      api,
      part: request.part,
      inFlight: this.inFlight(request.account) + 1,
      inFlightInApi: this.inFlight(request.account, api) + 1,
      status: 0,
      units: 0,
      fault,
      done: false,
    }
    this.#inFlight.add(entry)
    this.#entries.push(entry)
    return entry
  }

  recordResponse(entry: LedgerEntry, response: Pick<LedgerEntry, 'status' | 'units'>): void {
    Object.assign(entry, response)
  }

  /** Marks the request as no longer in flight. */
  end(entry: LedgerEntry): void {
    entry.done = true
    this.#inFlight.delete(entry)
  }

  entries(filter: LedgerFilter = {}): readonly LedgerEntry[] {
    return this.#entries.filter(toPredicate(filter))
  }

  count(filter: LedgerFilter = {}): number {
    return this.entries(filter).length
  }

  /** Quota units that the account's requests have cost. */
  units(account: string): number {
    return this.entries({ account }).reduce((sum, entry) => sum + entry.units, 0)
  }

  /** The number of the account's requests in flight, of one API or of all. */
  inFlight(account: string | undefined, api?: string): number {
    let count = 0
    for (const entry of this.#inFlight) {
      if (entry.account === account && (api === undefined || entry.api === api)) count++
    }
    return count
  }

  /** The maximum number of the account's requests that were in flight at the same time. */
  maxInFlight(account: string, api?: string): number {
    const entries = this.entries(api === undefined ? { account } : { account, api })
    return entries.reduce((max, entry) => Math.max(max, api === undefined ? entry.inFlight : entry.inFlightInApi), 0)
  }

  /** Deletes all entries but those in flight. */
  clear(): void {
    this.#entries = this.#entries.filter((entry) => !entry.done)
  }
}

function toPredicate({ path, ...members }: LedgerFilter): (entry: LedgerEntry) => boolean {
  const pattern = path === undefined ? undefined : toPathPattern(path)
  const conditions = Object.entries(members) as [keyof LedgerEntry, unknown][]
  return (entry) => (pattern?.test(entry.path) ?? true) && conditions.every(([name, value]) => entry[name] === value)
}

function redactQuery(query: URLSearchParams): Record<string, string> {
  const names = [...new Set(query.keys())]
  return Object.fromEntries(
    names.map((name) => [name, SECRET_QUERY.test(name) ? '[redacted]' : query.getAll(name).join(',')]),
  )
}
