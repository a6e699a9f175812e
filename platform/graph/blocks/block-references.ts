import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { type BlockRow, findBlock } from '../../storage/graph/access/visibility.ts'
import type { BlockType } from '../../storage/postgres/tables/index.ts'
import { parseId } from '../arguments/ids.ts'
import { badInput, forbidden, notFound } from '../errors.ts'
import type { ReferenceBlockInput } from '../values/block-reference.ts'
import { isWritable, lockVisible } from '../with-mutation.ts'

const WHAT = 'The block'

type Reference = typeof ReferenceBlockInput.$inferInput

/**
 * The block that a reference names, locked; the viewer need only see it. Throws BAD_USER_INPUT at `argument` where it
 * names nothing, and NOT_FOUND where it names a block of another type.
 */
export function lockReference(mutation: Mutation, argument: string, { id, blockType }: Reference): Promise<BlockRow> {
  if (id == null) throw badInput(`${argument}.id`, 'is required.')
  return lockOfType(mutation, id, blockType)
}

/** What a reference names, if the viewer sees it: to be kept as a reference. Throws as `lockReferenced` does. */
export async function resolveReference(mutation: Mutation, argument: string, { id, blockType }: Reference) {
  if (id == null) throw badInput(`${argument}.id`, 'is required.')
  const block = await findBlock(mutation.tx, mutation.viewer, parseId(id, WHAT))
  if (!block || (blockType != null && block.block_type !== blockType)) throw notFound(WHAT)
  return { id: block.block_id, blockType: block.block_type }
}

/** The viewer's block of that id, locked. Throws NOT_FOUND where there is none, or it is of another type than is given. */
export async function lockOfType(
  mutation: Mutation,
  id: string,
  type: BlockType | null | undefined,
  what = WHAT,
): Promise<BlockRow> {
  const block = await lockVisible(mutation, id, what)
  if (type != null && block.block_type !== type) throw notFound(what)
  return block
}

/** Throws FORBIDDEN where the viewer may only read the block. */
export function requireWritable(block: BlockRow, what = WHAT): void {
  if (!isWritable(block)) throw forbidden(`${what} is shared with you for reading only.`)
}
