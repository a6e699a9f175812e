import { type TakeResult, TokenBuckets } from '../../../src/runtime/token-bucket.ts'
import type { GraphLimits } from './limits.ts'

/** What a request asks for, by what is counted. */
export interface RequestLoad {
  requests: number
  mutations: number
  heavy: number
}

export interface RateLimitDecision {
  allowed: boolean
  headers: Readonly<Record<string, string>>
}

const POLICIES = { requests: 'requests', mutations: 'mutations', heavy: 'heavy' } as const

/** How often a tenant, or an address without a token, may come. */
export class RateLimits {
  readonly #buckets: Readonly<Record<keyof RequestLoad, TokenBuckets>>
  readonly #strangers: TokenBuckets
  readonly #bursts: Readonly<Record<keyof RequestLoad, number>>

  constructor(limits: GraphLimits) {
    const { requestsPerSecond, requestBurst, mutationsPerSecond, mutationBurst, heavyPerSecond, heavyBurst } = limits
    this.#buckets = {
      requests: new TokenBuckets({ perSecond: requestsPerSecond, burst: requestBurst }),
      mutations: new TokenBuckets({ perSecond: mutationsPerSecond, burst: mutationBurst }),
      heavy: new TokenBuckets({ perSecond: heavyPerSecond, burst: heavyBurst }),
    }
    this.#bursts = { requests: requestBurst, mutations: mutationBurst, heavy: heavyBurst }
    this.#strangers = new TokenBuckets({ perSecond: limits.anonymousPerSecond, burst: limits.anonymousBurst })
  }

  /** Whether a tenant may do this now. The tightest of the rates is the one that is told. */
  admit(tenantId: string, load: RequestLoad, now: number): RateLimitDecision {
    const asked = (Object.keys(POLICIES) as (keyof RequestLoad)[]).filter(
      (name) => name === 'requests' || load[name] > 0,
    )
    const taken = asked.map((name) => ({ name, ...this.#buckets[name].take(tenantId, load[name], now) }))
    const tightest = taken.reduce((one, other) => (isTighter(other, one) ? other : one))
    return { allowed: taken.every(({ allowed }) => allowed), headers: toHeaders(tightest, this.#bursts[tightest.name]) }
  }

  admitAnonymous(address: string, now: number): RateLimitDecision {
    const taken = this.#strangers.take(address, 1, now)
    return { allowed: taken.allowed, headers: taken.allowed ? {} : { 'Retry-After': seconds(taken.retryAfterMs) } }
  }
}

function isTighter(one: TakeResult, other: TakeResult): boolean {
  return (
    one.retryAfterMs > other.retryAfterMs ||
    (one.retryAfterMs === other.retryAfterMs && one.remaining < other.remaining)
  )
}

function toHeaders({ name, allowed, remaining, retryAfterMs, resetMs }: TakeResult & { name: string }, burst: number) {
  return {
    RateLimit: `"${name}";r=${remaining};t=${seconds(resetMs)}`,
    'RateLimit-Policy': `"${name}";q=${burst}`,
    'x-ratelimit-limit': String(burst),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': seconds(resetMs),
    ...(allowed ? {} : { 'Retry-After': seconds(Math.max(1, retryAfterMs)) }),
  }
}

const seconds = (ms: number) => String(Math.ceil(ms / 1_000))
