import type { GraphLimits } from './limits.ts'
import { type Taken, TokenBuckets } from './token-buckets.ts'

/** What a request asks for, by what is counted. */
export interface Load {
  requests: number
  mutations: number
  heavy: number
}

export interface Verdict {
  allowed: boolean
  headers: Readonly<Record<string, string>>
}

const POLICIES = { requests: 'requests', mutations: 'mutations', heavy: 'heavy' } as const

/** How often a tenant, or an address without a token, may come. */
export class RateLimits {
  readonly #buckets: Readonly<Record<keyof Load, TokenBuckets>>
  readonly #strangers: TokenBuckets
  readonly #bursts: Readonly<Record<keyof Load, number>>

  constructor(limits: GraphLimits) {
    const { requestsPerSecond, requestBurst, mutationsPerSecond, mutationBurst, heavyPerSecond, heavyBurst } = limits
    this.#buckets = {
      requests: new TokenBuckets({ perSecond: requestsPerSecond, burst: requestBurst }),
      mutations: new TokenBuckets({ perSecond: mutationsPerSecond, burst: mutationBurst }),
      heavy: new TokenBuckets({ perSecond: heavyPerSecond, burst: heavyBurst }),
    }
    this.#bursts = { requests: requestBurst, mutations: mutationBurst, heavy: heavyBurst }
    this.#strangers = new TokenBuckets({ perSecond: limits.strangersPerSecond, burst: limits.strangerBurst })
  }

  /** Whether a tenant may do this now. The tightest of the rates is the one that is told. */
  admit(tenantId: string, load: Load, now: number): Verdict {
    const asked = (Object.keys(POLICIES) as (keyof Load)[]).filter((name) => name === 'requests' || load[name] > 0)
    const taken = asked.map((name) => ({ name, ...this.#buckets[name].take(tenantId, load[name], now) }))
    const tightest = taken.reduce((one, other) => (isTighter(other, one) ? other : one))
    return { allowed: taken.every(({ allowed }) => allowed), headers: headersOf(tightest, this.#bursts[tightest.name]) }
  }

  admitStranger(address: string, now: number): Verdict {
    const taken = this.#strangers.take(address, 1, now)
    return { allowed: taken.allowed, headers: taken.allowed ? {} : { 'Retry-After': seconds(taken.retryMs) } }
  }
}

function isTighter(one: Taken, other: Taken): boolean {
  return one.retryMs > other.retryMs || (one.retryMs === other.retryMs && one.remaining < other.remaining)
}

function headersOf({ name, allowed, remaining, retryMs, resetMs }: Taken & { name: string }, burst: number) {
  return {
    RateLimit: `"${name}";r=${remaining};t=${seconds(resetMs)}`,
    'RateLimit-Policy': `"${name}";q=${burst}`,
    'x-ratelimit-limit': String(burst),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': seconds(resetMs),
    ...(allowed ? {} : { 'Retry-After': seconds(Math.max(1, retryMs)) }),
  }
}

const seconds = (ms: number) => String(Math.ceil(ms / 1_000))
