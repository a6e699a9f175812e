import type { Fence } from '../../model/sync.ts'
import type { Heartbeat } from '../../model/sync-store.ts'
import type { Bucket } from '../buckets.ts'
import type { EachBucket } from '../each-bucket.ts'
import { heartbeat, release } from './claims.ts'
import type { SyncStoreContext } from './context.ts'

type ContextOf = (bucket: Bucket) => SyncStoreContext

/** Extends leases in each bucket. Rejects if none can be extended; else those of a bucket that is away are in neither list. */
export async function heartbeatEach(
  each: EachBucket,
  contextOf: ContextOf,
  fences: readonly Fence[],
  now: number,
  leaseMs: number,
): Promise<Heartbeat> {
  const [only] = each.all()
  if (only && each.isSingle) return heartbeat(contextOf(only), fences, now, leaseMs)
  const { groups, errors } = await each.group(fences)
  // Also in buckets that were away: once they are back, only this tells whether the leases are still held.
  const extend = (bucket: Bucket) => heartbeat(contextOf(bucket), groups.get(bucket) ?? [], now, leaseMs)
  const { results, failures } = await each.query([...groups.keys()], extend)
  const [error] = [...errors, ...failures.map((failure) => failure.error)]
  if (error !== undefined && results.length === 0) throw error
  return {
    held: results.flatMap(({ value }) => value.held),
    lost: results.flatMap(({ value }) => value.lost),
  }
}

/** Rejects if leases of any bucket could not be released: they expire. Those of the others are released nevertheless. */
export async function releaseEach(
  each: EachBucket,
  contextOf: ContextOf,
  fences: readonly Fence[],
  now: number,
): Promise<void> {
  const [only] = each.all()
  if (only && each.isSingle) return release(contextOf(only), fences, now)
  const { groups, errors } = await each.group(fences)
  const releaseIn = (bucket: Bucket) => release(contextOf(bucket), groups.get(bucket) ?? [], now)
  const { failures } = await each.query([...groups.keys()], releaseIn)
  const [error] = [...errors, ...failures.map((failure) => failure.error)]
  if (error !== undefined) throw error
}
