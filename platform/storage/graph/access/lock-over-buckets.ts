import { type RawBuilder, sql } from 'kysely'
import type { BucketTransaction } from '../../copies/bucket-transaction.ts'
import { type BlockRow, selectBlocks, type Viewer, visibleTo } from './visibility.ts'

/** A locked block, and the buckets in which somebody else than its owner may see it. */
export interface LockedBlock {
  block: BlockRow
  readerBuckets: readonly string[]
}

/**
 * Locks a block that the viewer may see, on a cluster: at its home first, then its copy. Who holds the lock of the home sees
 * what the transaction before has written in both: the copy stays locked until that has been committed there, too.
 */
export async function lockOverBuckets(
  buckets: BucketTransaction,
  viewer: Viewer,
  blockId: string,
): Promise<LockedBlock | undefined> {
  const send = buckets.in(buckets.own)
  const isVisible = sql`${visibleTo(viewer)} and v.block_id = ${blockId}`
  // A copy must not be locked before its home is: those who write at home lock them the other way round.
  send(sql`
    select from sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    where ${isVisible} and exists (select from feeds f where f.tenant_id = b.tenant_id) for update of b`)
  const ofOwn = send(
    selectReaderBuckets(
      sql`sharing v join sharing s on s.block_tenant_id = v.block_tenant_id
    and s.block_id = v.block_id`,
      isVisible,
    ),
  )
  const [[block], readers] = await Promise.all([send(selectBlocks(viewer, [blockId])), ofOwn])
  if (!block) return undefined
  await buckets.load([block.tenant_id])
  const home = buckets.homeOf(block.tenant_id)
  if (home === buckets.own) return { block, readerBuckets: toNames(readers) }
  const isBlock = sql`b.tenant_id = ${block.tenant_id} and b.block_id = ${blockId}`
  const locking = sql`select from blocks b where ${isBlock} for update`
  const atHome = buckets.within(home, (sendHome) => {
    sendHome(locking)
    const isLink = sql`s.block_tenant_id = ${block.tenant_id} and s.block_id = ${blockId}`
    return sendHome(selectReaderBuckets(sql`sharing s`, isLink))
  })
  send(locking)
  const [[locked], readersAtHome] = await Promise.all([send(selectBlocks(viewer, [blockId])), atHome])
  if (!locked) return undefined
  // Meanwhile the viewer may have got an older block of the same id (decision 033).
  if (locked.tenant_id !== block.tenant_id) return lockOverBuckets(buckets, viewer, blockId)
  return { block: locked, readerBuckets: toNames(readersAtHome) }
}

interface ReaderBucket {
  bucket: string
}

function selectReaderBuckets(links: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<ReaderBucket> {
  return sql<ReaderBucket>`
    select distinct reader.bucket from ${links} join tenants reader on reader.tenant_id = s.tenant_id
    where ${condition} and s.tenant_id <> s.block_tenant_id and (s.tag_id = reader.tag_id and s.shared) is true`
}

function toNames(rows: readonly ReaderBucket[]): string[] {
  return rows.map(({ bucket }) => bucket)
}
