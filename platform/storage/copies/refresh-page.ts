import type { Send } from '../postgres/pipelining.ts'
import { copyToSharingRows, type RecipientRow } from '../sharing.ts'
import type { BucketTransaction } from './bucket-transaction.ts'
import { lockForCopying, selectCopiedRows } from './copied-rows.ts'
import { writeCopies } from './write-copies.ts'

/** A bucket, what sends there, and the recipients who live there. */
export interface BucketRecipients {
  bucket: string
  send: Send
  recipients: readonly RecipientRow[]
}

/**
 * Brings the copies of a tenant's updated blocks in line with them, in the buckets of the recipients who are to be notified.
 * Returns these by bucket, the own one included, in the order in which their feeds are to be locked.
 */
export async function refreshPageCopies(
  buckets: BucketTransaction,
  tenantId: string,
  recipients: readonly RecipientRow[],
  now: number,
): Promise<BucketRecipients[]> {
  await buckets.load(recipients.map(({ tenant_id }) => tenant_id))
  const byBucket = Map.groupBy(recipients, ({ tenant_id }) => buckets.homeOf(tenant_id))
  const own = { bucket: buckets.own, send: buckets.in(buckets.own), recipients: byBucket.get(buckets.own) ?? [] }
  byBucket.delete(buckets.own)
  if (byBucket.size === 0) return [own]
  const elsewhere = [...byBucket.values()].flat().map(({ block_id }) => block_id)
  const ids = [...new Set(elsewhere)].sort()
  own.send(lockForCopying(tenantId, ids))
  const rows = await own.send(selectCopiedRows(tenantId, ids, now))
  const names = [...byBucket.keys()].sort()
  const others = names.map(async (bucket) => {
    const visible = [...new Set((byBucket.get(bucket) ?? []).map(({ block_id }) => block_id))]
    const updating = buckets.within(bucket, (send) => {
      writeCopies(send, { tenantId, visible, hidden: [] }, rows)
      return copyToSharingRows(send, tenantId, visible)
    })
    return { bucket, send: buckets.in(bucket), recipients: await updating }
  })
  return [own, ...(await Promise.all(others))].sort((a, b) => (a.bucket < b.bucket ? -1 : 1))
}
