import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { loadViewerLinks } from '../../../storage/graph/access/shares.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import type { SharingRow } from '../../../storage/graph/blocks/related-rows.ts'
import { validIds } from '../../arguments/ids.ts'

interface LockedWithLinks<Result> {
  block: BlockRow
  /** The viewer's links of the block, by tag id. */
  links: ReadonlyMap<string, SharingRow>
  result: Result
}

/**
 * Awaits a lock of the block `id` that was requested just before, and meanwhile loads the viewer's links of the block and
 * calls `read`, which may read what does not depend on the block. The server executes all of it after the lock. If the
 * lock fails, its error is thrown, once `read` has ended: what it sent later would be outside the transaction.
 */
export async function lockWithLinks<Result>(
  mutation: Mutation,
  locking: Promise<BlockRow>,
  id: string,
  read: () => Promise<Result>,
): Promise<LockedWithLinks<Result>> {
  const [blockId] = validIds([id])
  const loading = blockId === undefined ? new Map() : loadViewerLinks(mutation, { block_id: blockId })
  const [locked, loaded, result] = await Promise.allSettled([locking, loading, read()])
  return { block: unwrap(locked), links: unwrap(loaded), result: unwrap(result) }
}

function unwrap<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}
