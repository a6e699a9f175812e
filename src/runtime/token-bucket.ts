import { createCache } from './cache.ts'

/** A sustained rate, and how many may come at once after a quiet time. A rate of 0 means no limit. */
export interface Rate {
  perSecond: number
  burst: number
}

export interface TakeResult {
  allowed: boolean
  /** Whole tokens left. */
  remaining: number
  /** Time until the requested tokens would be available; 0 when they were taken (ms). */
  retryAfterMs: number
  /** Time until the bucket is full again (ms). */
  resetMs: number
}

/** A token bucket on the caller's clock (ms). When that clock is set back, the bucket refills from then on. */
export class TokenBucket {
  readonly #rate: Rate
  #tokens: number
  #refilledAt: number

  constructor(rate: Rate, now: number) {
    this.#rate = rate
    this.#tokens = rate.burst
    this.#refilledAt = now
  }

  /** Takes `count` tokens, or none when there are fewer. */
  take(count: number, now: number): TakeResult {
    const { perSecond, burst } = this.#rate
    if (perSecond === 0) return { allowed: true, remaining: burst, retryAfterMs: 0, resetMs: 0 }
    const available = this.#refill(now)
    const allowed = count <= available
    if (allowed) this.#tokens -= count
    return {
      allowed,
      remaining: Math.floor(this.#tokens),
      retryAfterMs: allowed ? 0 : this.#timeFor(Math.min(count, burst) - available),
      resetMs: this.#timeFor(burst - this.#tokens),
    }
  }

  /** Takes one token, in advance when there is none, and returns how long to wait until it is due (ms). */
  reserve(now: number): number {
    if (this.#rate.perSecond === 0) return 0
    this.#tokens = this.#refill(now) - 1
    return this.#timeFor(-this.#tokens)
  }

  #refill(now: number): number {
    const { perSecond, burst } = this.#rate
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, now - this.#refilledAt) * perSecond) / 1_000)
    this.#refilledAt = now
    return this.#tokens
  }

  #timeFor(tokens: number): number {
    return Math.ceil((Math.max(0, tokens) * 1_000) / this.#rate.perSecond)
  }
}

/** Callers beyond this number are forgotten, the least recent first: their buckets have refilled by then. */
const MAX_BUCKETS = 50_000

/** A token bucket for each of many callers, in the memory of this process. */
export class TokenBuckets {
  readonly #rate: Rate
  readonly #buckets = createCache<TokenBucket>(MAX_BUCKETS)

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** Takes `count` tokens of a caller, or none when there are fewer. */
  take(caller: string, count: number, now: number): TakeResult {
    const bucket = this.#buckets.get(caller) ?? new TokenBucket(this.#rate, now)
    this.#buckets.set(caller, bucket)
    return bucket.take(count, now)
  }
}
