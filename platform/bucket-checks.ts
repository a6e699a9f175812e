import type { EachBucket } from './storage/each-bucket.ts'

const INTERVAL_MS = 10_000

/**
 * Tells operators which buckets of a cluster do not respond. The platform stays ready meanwhile: it serves the tenants of all
 * others, and no other process could serve those of a bucket that is away. On one PostgreSQL there is nothing to check: the
 * readiness asks the only database.
 */
export class BucketChecks {
  readonly #each: EachBucket
  #timer: NodeJS.Timeout | undefined

  constructor(each: EachBucket) {
    this.#each = each
  }

  /** What an operator has to mend. */
  get warnings(): string[] {
    const names = this.#each.absentNames
    return names.length === 0 ? [] : [`Buckets do not respond, so their tenants are not served: ${names.join(', ')}.`]
  }

  start(): void {
    const check = () => void this.#each.check()
    this.#timer = setInterval(check, INTERVAL_MS)
    check()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
