import type { BucketTransaction } from '../../copies/bucket-transaction.ts'
import { lockForCopying } from '../../copies/copied-rows.ts'
import type { ChangedBlocks } from './changed-blocks.ts'
import { deriveAccess, toIds } from './derived-access.ts'
import { Feeds } from './feeds.ts'
import { copyBlockColumns } from './readers.ts'
import { refreshCopies } from './refresh-copies.ts'
import type { Viewer } from './visibility.ts'

interface Finish {
  buckets: BucketTransaction
  viewer: Viewer
  now: number
  changes: ChangedBlocks
  /** What the mutation itself has recorded. */
  feeds: Feeds
}

/**
 * Writes what follows from the changes of a mutation on a cluster: at the homes of the changed blocks what is derived from
 * them, and then their copies. Returns what to append to the feeds of each bucket, in the order in which they are to be locked.
 */
export async function finishOverBuckets({ buckets, viewer, now, changes, feeds }: Finish): Promise<[string, Feeds][]> {
  const byBucket = new Map<string, Feeds>()
  const feedsOf = (bucket: string): Feeds => {
    const ofBucket = byBucket.get(bucket) ?? new Feeds(viewer.tenantId)
    byBucket.set(bucket, ofBucket)
    return ofBucket
  }
  const recorded = feeds.byTenant()
  const blocks = [...changes.all, ...changes.ofShares]
  await buckets.load([...recorded.map(([tenantId]) => tenantId), ...blocks.map(({ tenant_id }) => tenant_id)])
  for (const [tenantId, ofTenant] of recorded) {
    for (const change of ofTenant) feedsOf(buckets.homeOf(tenantId)).add(tenantId, change)
  }
  const byTenant = [...Map.groupBy(blocks, ({ tenant_id }) => tenant_id)]
  for (const [tenantId, ofTenant] of byTenant.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const blockIds = [...new Set(toIds(ofTenant))]
    const home = buckets.homeOf(tenantId)
    const send = buckets.in(home)
    // Most are locked already. Those that a change of a tag or of a page concerns are not.
    send(lockForCopying(tenantId, blockIds))
    const changed = changes.all.filter(({ tenant_id }) => tenant_id === tenantId)
    const shares = changes.ofShares.filter(({ tenant_id }) => tenant_id === tenantId)
    const derived = await deriveAccess({ send, viewer, now, changes, feeds: feedsOf(home) }, shares, changed)
    copyBlockColumns(
      send,
      changed.filter(({ isRowWritten }) => isRowWritten),
    )
    const hasShareChanges = shares.length > 0
    const revokes = shares.some((share) => share.revokes)
    const atHome = { tenantId, blockIds, changes: changed, derived, hasShareChanges, revokes }
    await refreshCopies({ buckets, now, feedsOf }, home, atHome)
  }
  return [...byBucket].sort(([a], [b]) => (a < b ? -1 : 1))
}
