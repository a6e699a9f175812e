import type { Call } from './call.ts'
import type { Clock } from './clock.ts'
import { pathPattern } from './patterns.ts'

/** One line of the ledger. Bodies, tokens, codes and keys are never written into it. */
export interface Entry {
  readonly sequence: number
  /** Sandbox time of arrival, epoch ms. */
  readonly time: number
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The request headers that are worth a test's attention and hold no secret. */
  readonly headers: Readonly<Record<string, string>>
  readonly account: string | undefined
  readonly api: string | undefined
  /** True for a part of a batch. */
  readonly part: boolean
  /** Calls of this account in flight when this one arrived, itself included: over all APIs, and in its own API. */
  readonly inFlight: number
  readonly inFlightInApi: number
  /** The kind of the scripted fault that struck it. */
  readonly fault: string | undefined
  /** Filled when the call is answered. One whose connection died before that keeps status 0. */
  status: number
  units: number
  /** No longer in flight. */
  done: boolean
}

export interface EntryFilter {
  method?: string
  /** `*` is any part of one segment, `**` anything. */
  path?: string
  account?: string
  api?: string
  status?: number
  fault?: string
  part?: boolean
}

/** Page and sync tokens stay readable: they open nothing without an access token. */
const SECRET_QUERY = /^(code|key|sid|token|assertion|password)$|_token(_hint)?$|secret|verifier|client_assertion/i
const NOTED_HEADERS = ['accept', 'accept-encoding', 'content-type', 'prefer', 'user-agent']

/** Every request an origin has received, for tests to count and for people to look at. */
export class Ledger {
  readonly #clock: Clock
  readonly #noted: ReadonlySet<string>
  readonly #open = new Set<Entry>()
  #entries: Entry[] = []
  #sequence = 0

  /** `notedHeaders`: further request headers to write down, in lower case. */
  constructor(clock: Clock, notedHeaders: readonly string[] = []) {
    this.#clock = clock
    this.#noted = new Set([...NOTED_HEADERS, ...notedHeaders])
  }

  open(call: Call, { api, fault }: Partial<Pick<Entry, 'api' | 'fault'>> = {}): Entry {
    const entry: Entry = {
      sequence: ++this.#sequence,
      time: this.#clock.now(),
      method: call.method,
      path: call.url.pathname,
      query: safeQuery(call.url.searchParams),
      headers: Object.fromEntries(Object.entries(call.headers).filter(([name]) => this.#noted.has(name))),
      account: call.account,
      api,
      part: call.part,
      inFlight: this.inFlight(call.account) + 1,
      inFlightInApi: this.inFlight(call.account, api) + 1,
      status: 0,
      units: 0,
      fault,
      done: false,
    }
    this.#open.add(entry)
    this.#entries.push(entry)
    return entry
  }

  /** Writes down how the call was answered. */
  settle(entry: Entry, outcome: Pick<Entry, 'status' | 'units'>): void {
    Object.assign(entry, outcome)
  }

  /** The call is no longer in flight. */
  close(entry: Entry): void {
    entry.done = true
    this.#open.delete(entry)
  }

  entries(filter: EntryFilter = {}): readonly Entry[] {
    return this.#entries.filter(matcherOf(filter))
  }

  count(filter: EntryFilter = {}): number {
    return this.entries(filter).length
  }

  /** Quota units the account's calls have cost. */
  units(account: string): number {
    return this.entries({ account }).reduce((sum, entry) => sum + entry.units, 0)
  }

  /** Calls of the account that have not ended yet. */
  inFlight(account: string | undefined, api?: string): number {
    let calls = 0
    for (const entry of this.#open) if (entry.account === account && (api === undefined || entry.api === api)) calls++
    return calls
  }

  /** The most calls of the account that were ever in flight together. */
  maxInFlight(account: string, api?: string): number {
    const own = this.entries(api === undefined ? { account } : { account, api })
    return own.reduce((most, entry) => Math.max(most, api === undefined ? entry.inFlight : entry.inFlightInApi), 0)
  }

  /** Forgets every call that has ended. */
  clear(): void {
    this.#entries = this.#entries.filter((entry) => !entry.done)
  }
}

function matcherOf({ path, ...exact }: EntryFilter): (entry: Entry) => boolean {
  const pattern = path === undefined ? undefined : pathPattern(path)
  const wanted = Object.entries(exact) as [keyof Entry, unknown][]
  return (entry) => (pattern?.test(entry.path) ?? true) && wanted.every(([key, value]) => entry[key] === value)
}

function safeQuery(query: URLSearchParams): Record<string, string> {
  const names = [...new Set(query.keys())]
  return Object.fromEntries(
    names.map((name) => [name, SECRET_QUERY.test(name) ? '[redacted]' : query.getAll(name).join(',')]),
  )
}
