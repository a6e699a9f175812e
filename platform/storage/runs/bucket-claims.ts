import type { Claim } from '../../model/sync.ts'
import type { Bucket } from '../buckets.ts'
import type { EachBucket } from '../each-bucket.ts'
import { isUnavailable } from '../postgres/database.ts'
import { claim, claimDue, nextDue, release } from './claims.ts'
import type { SyncStoreContext } from './context.ts'

/** A bucket without due syncs is queried again after this time, in which others may have been added (ms). */
const IDLE_MS = 5_000

interface BucketState {
  /** When the bucket is queried again (epoch ms). */
  dateQuery: number
  /** Why it could not be queried last time. */
  error?: unknown
}

interface BucketClaim {
  claims: Claim[]
  /** When the next sync is due (epoch ms), if none is now. */
  dateDue?: number | undefined
}

export interface BucketClaimsDeps {
  each: EachBucket
  contextOf: (bucket: Bucket) => SyncStoreContext
  /** Called with errors of a bucket other than that it is away. */
  onError: (error: Error) => void
}

/**
 * Claims due syncs in all buckets. Each bucket gets an equal share of what is to be claimed; what one does not use goes to
 * those that have more. One without due syncs is left alone until its next sync is due, but not for longer than IDLE_MS.
 */
export class BucketClaims {
  readonly #deps: BucketClaimsDeps
  readonly #states = new Map<string, BucketState>()
  #turn = 0

  constructor(deps: BucketClaimsDeps) {
    this.#deps = deps
  }

  /** Rejects only if no bucket can be queried. */
  async claim(workerId: string, limit: number, now: number, leaseMs: number): Promise<Claim[]> {
    const { each, contextOf } = this.#deps
    const [only] = each.all()
    if (only && each.isSingle) return claim(contextOf(only), workerId, limit, now, leaseMs)
    const claims: Claim[] = []
    const visited = new Set<Bucket>()
    let open = this.#rotate(each.present().filter(({ name }) => this.#isDue(name, now)))
    while (open.length > 0 && claims.length < limit) {
      const shares = divide(limit - claims.length, open)
      const query = async (bucket: Bucket): Promise<BucketClaim> => {
        const context = contextOf(bucket)
        const work = visited.has(bucket) ? claimDue : claim
        const claimed = await work(context, workerId, shares.get(bucket) ?? 1, now, leaseMs)
        return claimed.length > 0 ? { claims: claimed } : { claims: [], dateDue: await nextDue(context) }
      }
      // Nobody holds the leases of claims that come too late.
      const onLate = ({ bucket, value }: { bucket: Bucket; value: BucketClaim }) => {
        const fences = value.claims.map(({ fence }) => fence)
        if (fences.length > 0) release(contextOf(bucket), fences, now).catch(this.#deps.onError)
      }
      const { results, failures } = await each.query([...shares.keys()], query, { onLate })
      for (const { bucket } of results) visited.add(bucket)
      for (const { bucket, value } of results) this.#states.set(bucket.name, stateAfter(value, now))
      for (const { bucket, error } of failures) this.#fail(bucket, error, now)
      claims.push(...results.flatMap(({ value }) => value.claims))
      const full = results.filter(({ bucket, value }) => value.claims.length === shares.get(bucket))
      open = [...open.filter((bucket) => !shares.has(bucket)), ...full.map(({ bucket }) => bucket)]
    }
    const states = each.all().map(({ name }) => this.#states.get(name))
    if (states.every((state) => state?.error !== undefined)) throw states[0]?.error
    return claims
  }

  /** When a bucket is to be queried next (epoch ms). Costs no statement where `claim` has found out. */
  async nextDue(now: number): Promise<number | undefined> {
    const { each, contextOf } = this.#deps
    const [only] = each.all()
    if (only && each.isSingle) return nextDue(contextOf(only))
    return Math.min(...each.all().map(({ name }) => this.#states.get(name)?.dateQuery ?? now))
  }

  /** A date that is further ahead was computed while the clock was. */
  #isDue(name: string, now: number): boolean {
    const { dateQuery } = this.#states.get(name) ?? { dateQuery: now }
    return dateQuery <= now || dateQuery > now + IDLE_MS
  }

  /** Begins with another bucket each time, because the first ones have the larger shares. */
  #rotate(buckets: readonly Bucket[]): Bucket[] {
    const start = buckets.length > 0 ? this.#turn++ % buckets.length : 0
    return [...buckets.slice(start), ...buckets.slice(0, start)]
  }

  #fail(bucket: Bucket, error: unknown, now: number): void {
    this.#states.set(bucket.name, { dateQuery: now + IDLE_MS, error })
    if (isUnavailable(error)) return
    this.#deps.onError(new Error(`syncs of ${bucket.name} could not be claimed`, { cause: error }))
  }
}

/** What was claimed may have become due again, or more may be due: the bucket is queried in the next turn. */
function stateAfter({ claims, dateDue = Number.POSITIVE_INFINITY }: BucketClaim, now: number): BucketState {
  return { dateQuery: claims.length > 0 ? now : Math.min(dateDue, now + IDLE_MS) }
}

/** Divides a number into shares that differ by one at most. A bucket that would get nothing has none. */
function divide(total: number, buckets: readonly Bucket[]): Map<Bucket, number> {
  const share = Math.floor(total / buckets.length)
  const rest = total % buckets.length
  const shares = buckets.map((bucket, index) => [bucket, share + (index < rest ? 1 : 0)] as const)
  return new Map(shares.filter(([, size]) => size > 0))
}
