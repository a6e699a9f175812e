import type { HttpRequest } from '../http/request.ts'
import { toPathPattern } from '../path-pattern.ts'
import { Random } from '../random.ts'
import { type Fault, needsConnection } from './kinds.ts'

/** A fault and the requests that trigger it. A request must meet all conditions that are set. */
export interface FaultRule {
  fault: Fault
  method?: string
  /** `*` matches any part of one segment, `**` anything. */
  path?: string
  query?: Record<string, string>
  account?: string
  /** Number of matching requests that pass first: with `skip: 2` the third request triggers the fault. */
  skip?: number
  /** How many requests trigger the fault: 1 by default, `null` for all. */
  count?: number | null
  /** Probability with which a matching request triggers the fault, drawn from a generator with this `seed`. */
  chance?: number
  seed?: number
}

/** A rule that has been added to a mock server. */
export class ActiveFault {
  readonly id: number
  readonly rule: FaultRule
  /** Resolves when the rule is removed. */
  readonly removed: Promise<void>
  readonly release: () => void
  readonly #matches: (request: HttpRequest) => boolean
  readonly #random: Random
  #waiters: { hits: number; resolve: () => void }[] = []
  #matched = 0
  #hits = 0

  constructor(id: number, rule: FaultRule) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.id = id
    this.rule = rule
    this.removed = promise
    this.release = resolve
    this.#matches = toPredicate(rule)
    this.#random = new Random(rule.seed ?? id)
  }

  /** The number of requests that have triggered the fault. */
  get hits(): number {
    return this.#hits
  }

  /** Resolves once this many requests have triggered the fault. */
  triggered(hits = 1): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (hits <= this.#hits) resolve()
    else this.#waiters.push({ hits, resolve })
    return promise
  }

  /** Whether this request triggers the fault. Counts the request either way. */
  triggersOn(request: HttpRequest): boolean {
    const { skip = 0, count = 1, chance = 1 } = this.rule
    if (count !== null && this.#hits >= count) return false
    if (!this.#matches(request) || ++this.#matched <= skip || this.#random.next() >= chance) return false
    this.#hits++
    for (const waiter of this.#waiters) if (waiter.hits <= this.#hits) waiter.resolve()
    this.#waiters = this.#waiters.filter((waiter) => waiter.hits > this.#hits)
    return true
  }
}

function toPredicate(rule: FaultRule): (request: HttpRequest) => boolean {
  const path = rule.path === undefined ? undefined : toPathPattern(rule.path)
  const query = Object.entries(rule.query ?? {})
  return (request) =>
    (rule.method === undefined || rule.method === request.method) &&
    (path?.test(request.url.pathname) ?? true) &&
    (rule.account === undefined || rule.account === request.account) &&
    query.every(([name, value]) => request.url.searchParams.getAll(name).includes(value)) &&
    !(request.part && needsConnection(rule.fault))
}
