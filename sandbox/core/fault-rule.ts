import type { Call } from './call.ts'
import { type Fault, needsConnection } from './fault.ts'
import { pathPattern } from './patterns.ts'
import { Random } from './random.ts'

/** A fault and the calls it strikes. All conditions that are given must hold. */
export interface FaultRule {
  fault: Fault
  method?: string
  /** `*` is any part of one segment, `**` anything. */
  path?: string
  query?: Record<string, string>
  account?: string
  /** Lets this many matching calls pass first: `skip: 2` strikes the third. */
  skip?: number
  /** Strikes this often; 1 unless told otherwise, `null` for always. */
  count?: number | null
  /** Strikes each matching call with this probability, by a generator of this seed. */
  chance?: number
  seed?: number
}

/** A rule at work. */
export class ActiveFault {
  readonly id: number
  readonly rule: FaultRule
  /** Resolves when the rule is removed. */
  readonly removed: Promise<void>
  readonly release: () => void
  readonly #fits: (call: Call) => boolean
  readonly #random: Random
  #waiting: { times: number; resolve: () => void }[] = []
  #seen = 0
  #hits = 0

  constructor(id: number, rule: FaultRule) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.id = id
    this.rule = rule
    this.removed = promise
    this.release = resolve
    this.#fits = matcherOf(rule)
    this.#random = new Random(rule.seed ?? id)
  }

  /** How many calls it has struck. */
  get hits(): number {
    return this.#hits
  }

  /** Resolves once it has struck this many calls. */
  struck(times = 1): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (times <= this.#hits) resolve()
    else this.#waiting.push({ times, resolve })
    return promise
  }

  /** Whether it strikes this call; counts it either way. */
  strikes(call: Call): boolean {
    const { skip = 0, count = 1, chance = 1 } = this.rule
    if (count !== null && this.#hits >= count) return false
    if (!this.#fits(call) || ++this.#seen <= skip || this.#random.next() >= chance) return false
    this.#hits++
    for (const one of this.#waiting) if (one.times <= this.#hits) one.resolve()
    this.#waiting = this.#waiting.filter((one) => one.times > this.#hits)
    return true
  }
}

function matcherOf(rule: FaultRule): (call: Call) => boolean {
  const path = rule.path === undefined ? undefined : pathPattern(rule.path)
  const query = Object.entries(rule.query ?? {})
  return (call) =>
    (rule.method === undefined || rule.method === call.method) &&
    (path?.test(call.url.pathname) ?? true) &&
    (rule.account === undefined || rule.account === call.account) &&
    query.every(([name, value]) => call.url.searchParams.getAll(name).includes(value)) &&
    !(call.part && needsConnection(rule.fault))
}
