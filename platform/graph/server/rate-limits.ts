import { omitUndefined } from '../../../src/runtime/omit.ts'
import { type Rate, type TakeResult, TokenBuckets } from '../../../src/runtime/token-bucket.ts'
import type { GraphLimits } from './limits.ts'

/** What a request counts for against each rate limit. */
export interface RequestLoad {
  requests: number
  mutations: number
  heavy: number
}

export interface RateLimitDecision {
  allowed: boolean
  headers: Readonly<Record<string, string>>
}

/** The rate limits of a tenant, by what they limit. */
const LIMITS: readonly (keyof RequestLoad)[] = ['requests', 'mutations', 'heavy']

/** Rate limits per tenant, and per IP address for requests without a valid token. */
export class RateLimits {
  readonly #buckets: Readonly<Record<keyof RequestLoad, TokenBuckets>>
  readonly #anonymous: TokenBuckets
  /** The limits that are not turned off. */
  readonly #limited: readonly (keyof RequestLoad)[]
  readonly #bursts: Readonly<Record<keyof RequestLoad, number>>

  constructor(limits: GraphLimits) {
    const { requestsPerSecond, requestBurst, mutationsPerSecond, mutationBurst, heavyPerSecond, heavyBurst } = limits
    const rates = {
      requests: toRate(requestsPerSecond, requestBurst),
      mutations: toRate(mutationsPerSecond, mutationBurst),
      heavy: toRate(heavyPerSecond, heavyBurst),
    }
    this.#buckets = {
      requests: new TokenBuckets(rates.requests),
      mutations: new TokenBuckets(rates.mutations),
      heavy: new TokenBuckets(rates.heavy),
    }
    this.#limited = LIMITS.filter((name) => rates[name].perSecond > 0)
    this.#bursts = { requests: requestBurst, mutations: mutationBurst, heavy: heavyBurst }
    this.#anonymous = new TokenBuckets(toRate(limits.anonymousPerSecond, limits.anonymousBurst))
  }

  /** Takes the tokens of a request. The headers describe the limit that is closest to being exceeded. `now`: epoch ms. */
  admit(tenantId: string, load: RequestLoad, now: number): RateLimitDecision {
    const names = this.#limited.filter((name) => name === 'requests' || load[name] > 0)
    const results = names.map((name) => ({ name, ...this.#buckets[name].take(tenantId, load[name], now) }))
    const [first, ...others] = results
    if (!first) return { allowed: true, headers: {} }
    const tightest = others.reduce((found, next) => (isTighter(next, found) ? next : found), first)
    return {
      allowed: results.every(({ allowed }) => allowed),
      headers: toHeaders(tightest, this.#bursts[tightest.name]),
    }
  }

  admitAnonymous(address: string, now: number): RateLimitDecision {
    const { allowed, retryAfterMs } = this.#anonymous.take(address, 1, now)
    return { allowed, headers: allowed ? {} : { 'Retry-After': seconds(retryAfterMs) } }
  }
}

/** A limit is turned off by 0, as its rate or as its burst. */
function toRate(perSecond: number, burst: number): Rate {
  return { perSecond: burst === 0 ? 0 : perSecond, burst }
}

function isTighter(first: TakeResult, second: TakeResult): boolean {
  return (
    first.retryAfterMs > second.retryAfterMs ||
    (first.retryAfterMs === second.retryAfterMs && first.remaining < second.remaining)
  )
}

function toHeaders({ name, allowed, remaining, retryAfterMs, resetMs }: TakeResult & { name: string }, burst: number) {
  return omitUndefined({
    RateLimit: `"${name}";r=${remaining};t=${seconds(resetMs)}`,
    'RateLimit-Policy': `"${name}";q=${burst}`,
    'x-ratelimit-limit': String(burst),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': seconds(resetMs),
    'Retry-After': allowed ? undefined : seconds(Math.max(1, retryAfterMs)),
  })
}

const seconds = (ms: number) => String(Math.ceil(ms / 1_000))
