import { lockBlock, type Mutation } from '../../../storage/graph/access/mutation.ts'
import { grantOwnership } from '../../../storage/graph/access/shares.ts'
import { saveViewerState, type ViewerState } from '../../../storage/graph/access/viewer-state.ts'
import { type BlockRow, findBlock } from '../../../storage/graph/access/visibility.ts'
import { type BlockFields, createBlock, updateBlock } from '../../../storage/graph/blocks/writes.ts'
import type { BlockType } from '../../../storage/postgres/tables/index.ts'
import { parseId } from '../../arguments/ids.ts'
import type { GraphContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { withMutation } from '../../with-mutation.ts'
import { requireWritable } from '../block-references.ts'
import { addSharesOfUpsert, type ShareTarget } from '../sharing/share-block.ts'
import { resolveShares } from '../sharing/share-input.ts'
import type { SharingTagInput } from '../types/sharing-tag.ts'

/** A block as somebody wants it. Fields that are undefined stay as they are. */
export interface BlockUpsert {
  type: BlockType
  /** As errors call it: The note. */
  what: string
  /** Absent: a new block. One that nobody has: a new block of that id. */
  id: string | null | undefined
  /** The fields to write on the block as it stands; undefined: it is new. */
  fields: (mutation: Mutation, known: BlockRow | undefined) => BlockFields | Promise<BlockFields>
  /** What only the viewer notes. */
  viewerState?: ViewerState
  sharingTags?: readonly (typeof SharingTagInput.$inferInput)[] | null | undefined
  /** Makes the block where it belongs and gives it its first links; unless given it is the viewer's. */
  create?: (mutation: Mutation, id: string | undefined, fields: BlockFields) => Promise<ShareTarget | undefined>
  /** What else follows, in the same transaction. */
  afterWrite?: (mutation: Mutation, block: ShareTarget, known: BlockRow | undefined) => Promise<void>
}

/** Creates a block or changes it, and answers it. Throws NOT_FOUND for an id that is taken by what the viewer cannot see. */
export async function upsertBlock(context: GraphContext, wish: BlockUpsert): Promise<BlockRow> {
  const id = wish.id == null ? undefined : parseId(wish.id, wish.what)
  const blockId = await withMutation(context, async (mutation) => {
    const known = id === undefined ? undefined : await lockBlock(mutation, id)
    const block = known ? await update(mutation, known, wish) : await createOrUpdate(mutation, id, wish)
    return block.block_id
  })
  const block = await findBlock(context.db, context.viewer, blockId)
  if (!block) throw notFound(wish.what)
  return block
}

/** Somebody may make a block of that id in the same moment; then it is theirs that is changed. */
async function createOrUpdate(mutation: Mutation, id: string | undefined, wish: BlockUpsert): Promise<ShareTarget> {
  const { create = makeOwn(wish.type) } = wish
  const made = await create(mutation, id, await wish.fields(mutation, undefined))
  if (made) {
    await finish(mutation, made, wish, undefined)
    return made
  }
  const late = id === undefined ? undefined : await lockBlock(mutation, id)
  if (!late) throw notFound(wish.what)
  return update(mutation, late, wish)
}

const makeOwn =
  (block_type: BlockType): NonNullable<BlockUpsert['create']> =>
  async (mutation, block_id, fields) => {
    const made = await createBlock(mutation, { ...fields, block_type, ...(block_id ? { block_id } : {}) })
    if (!made) return undefined
    await grantOwnership(mutation, made)
    return { ...made, sharing_level: 2 }
  }

async function update(mutation: Mutation, known: BlockRow, wish: BlockUpsert): Promise<BlockRow> {
  if (known.block_type !== wish.type) throw notFound(wish.what)
  const fields = await wish.fields(mutation, known)
  const isWritten = Object.keys(fields).length > 0
  const isMarkOnly =
    wish.viewerState !== undefined && Object.keys(wish.viewerState).length > 0 && !isWritten && !wish.sharingTags
  if (!isMarkOnly) requireWritable(known, wish.what)
  if (isWritten) await updateBlock(mutation, known, fields)
  await finish(mutation, known, wish, known)
  return known
}

async function finish(
  mutation: Mutation,
  block: ShareTarget,
  wish: BlockUpsert,
  known: BlockRow | undefined,
): Promise<void> {
  const { sharingTags, viewerState } = wish
  if (sharingTags)
    await addSharesOfUpsert(mutation, block, await resolveShares(mutation, 'input.sharingTags', sharingTags))
  if (viewerState) await saveViewerState(mutation, block, viewerState)
  await wish.afterWrite?.(mutation, block, known)
}
