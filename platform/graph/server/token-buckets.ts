import { LRUCache } from 'lru-cache'

/** How many may come per second, and at once. No rate: no limit. */
export interface Rate {
  perSecond: number
  burst: number
}

/** What is left after taking. */
export interface Taken {
  allowed: boolean
  remaining: number
  /** Until what was asked for would be there, and until the bucket is full again (ms). */
  retryMs: number
  resetMs: number
}

interface Bucket {
  tokens: number
  at: number
}

/** Those who have not come for long have a full bucket anyway. */
const MOST_REMEMBERED = 50_000

/** A bucket of tokens for everyone, filled again at a steady rate. Of this process. */
export class TokenBuckets {
  readonly #rate: Rate
  readonly #buckets = new LRUCache<string, Bucket>({ max: MOST_REMEMBERED })

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** Takes all or nothing. */
  take(who: string, count: number, now: number): Taken {
    const { perSecond, burst } = this.#rate
    if (perSecond === 0) return { allowed: true, remaining: burst, retryMs: 0, resetMs: 0 }
    const { tokens, at } = this.#buckets.get(who) ?? { tokens: burst, at: now }
    const filled = Math.min(burst, tokens + ((now - at) * perSecond) / 1_000)
    const allowed = count <= filled
    const left = allowed ? filled - count : filled
    this.#buckets.set(who, { tokens: left, at: now })
    const timeFor = (missing: number) => Math.ceil((Math.max(0, missing) * 1_000) / perSecond)
    const retryMs = allowed ? 0 : timeFor(Math.min(count, burst) - filled)
    return { allowed, remaining: Math.floor(left), retryMs, resetMs: timeFor(burst - left) }
  }
}
