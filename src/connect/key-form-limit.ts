import { type Rate, TokenBucket, TokenBuckets } from '../runtime/token-bucket.ts'

/** Each form costs a signature and calls to a vendor, and anybody may post one. */
const TOTAL: Rate = { perSecond: 10, burst: 100 }
/** Half of it, so that one client cannot keep all others out. */
const PER_ADDRESS: Rate = { perSecond: 5, burst: 50 }

/** Limits how many forms with keys are tried, from one network address and in all. */
export class KeyFormLimit {
  readonly #total: TokenBucket
  readonly #addresses = new TokenBuckets(PER_ADDRESS)

  /** `now`: epoch ms. */
  constructor(now: number) {
    this.#total = new TokenBucket(TOTAL, now)
  }

  /** Whether a form from this address may be tried now (epoch ms). Counts it if so. */
  allows(address: string, now: number): boolean {
    return this.#addresses.take(address, 1, now).allowed && this.#total.take(1, now).allowed
  }
}
