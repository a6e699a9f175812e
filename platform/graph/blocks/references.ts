import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { type BlockRow, findBlock } from '../../storage/graph/access/visibility.ts'
import type { BlockType } from '../../storage/postgres/tables/index.ts'
import { parseId, validIds } from '../arguments/ids.ts'
import { badInput, forbidden, notFound } from '../errors.ts'
import type { ReferenceBlockInput } from '../values/block-reference.ts'
import { isWritable, lockVisible } from '../with-mutation.ts'

const NOUN = 'The block'

type Reference = typeof ReferenceBlockInput.$inferInput

/**
 * Locks and returns the block that a reference names; the viewer need only see it. Throws BAD_USER_INPUT at `argument`
 * if the reference has no id, and NOT_FOUND if the block is of another type.
 */
export function lockReference(mutation: Mutation, argument: string, { id, blockType }: Reference): Promise<BlockRow> {
  if (id == null) throw badInput(`${argument}.id`, 'is required.')
  return lockOfType(mutation, id, blockType)
}

/** Resolves a reference for storing it, without a lock. Throws as `lockReference` does. */
export async function resolveReference(mutation: Mutation, argument: string, { id, blockType }: Reference) {
  if (id == null) throw badInput(`${argument}.id`, 'is required.')
  const block = await findBlock(mutation.tx, mutation.viewer, parseId(id, NOUN))
  if (!block || (blockType != null && block.block_type !== blockType)) throw notFound(NOUN)
  return { id: block.block_id, blockType: block.block_type }
}

/** Locks and returns a visible block. Throws NOT_FOUND if there is none, or if it is not of the given type. */
export async function lockOfType(
  mutation: Mutation,
  id: string,
  type: BlockType | null | undefined,
  noun = NOUN,
): Promise<BlockRow> {
  const block = await lockVisible(mutation, id, noun)
  if (type != null && block.block_type !== type) throw notFound(noun)
  return block
}

interface LockedWith<Result> {
  block: BlockRow
  result: Result
}

/**
 * Awaits a lock of the block `id` that was requested just before, and meanwhile calls `read`. The server executes what it
 * sends after the lock. If the lock fails, its error is thrown, once `read` has ended: what it sent later would be outside
 * the transaction. A malformed id is not read, because the lock refuses it. A block that lives elsewhere is locked later than
 * that, so `read` is called again.
 */
export async function lockAnd<Result>(
  mutation: Mutation,
  locking: Promise<BlockRow>,
  id: string,
  read: (blockId: string) => Promise<Result>,
): Promise<LockedWith<Result>> {
  const [blockId] = validIds([id])
  const reading = blockId === undefined ? locking.then(() => read(id)) : read(blockId)
  const [locked, result] = await Promise.allSettled([locking, reading])
  if (locked.status === 'rejected') throw locked.reason
  if (result.status === 'rejected') throw result.reason
  const block = locked.value
  if (mutation.isElsewhere(block.tenant_id)) return { block, result: await read(block.block_id) }
  return { block, result: result.value }
}

/** Throws FORBIDDEN if the viewer may only read the block. */
export function requireWritable(block: BlockRow, noun = NOUN): void {
  if (!isWritable(block)) throw forbidden(`${noun} is shared with you read-only.`)
}
