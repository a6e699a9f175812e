import { type BlockFields, createBlock, writeBlock } from '../../../storage/graph/blocks/writes.ts'
import { type Edit, lockBlock } from '../../../storage/graph/access/mutation.ts'
import { ownNewBlock } from '../../../storage/graph/access/shares.ts'
import { type Marks, mark } from '../../../storage/graph/access/viewer-state.ts'
import { type BlockRow, findBlock } from '../../../storage/graph/access/visibility.ts'
import type { BlockType } from '../../../storage/postgres/tables/index.ts'
import type { GraphContext } from '../../context.ts'
import { edit } from '../../with-mutation.ts'
import { notFound } from '../../errors.ts'
import { idOf } from '../../arguments/ids.ts'
import { toWishes } from '../sharing/share-input.ts'
import { addLinksOfUpsert, type Linkable } from '../sharing/share-block.ts'
import { mustWrite } from '../block-references.ts'
import type { SharingTagInput } from '../types/sharing-tag.ts'

/** A block as somebody wants it. Fields that are undefined stay as they are. */
export interface Upsert {
  type: BlockType
  /** As errors call it: The note. */
  what: string
  /** Absent: a new block. One that nobody has: a new block of that id. */
  id: string | null | undefined
  /** The fields to write on the block as it stands; undefined: it is new. */
  fields: (edit: Edit, known: BlockRow | undefined) => BlockFields | Promise<BlockFields>
  /** What only the viewer notes. */
  marks?: Marks
  sharingTags?: readonly (typeof SharingTagInput.$inferInput)[] | null | undefined
  /** Makes the block where it belongs and gives it its first links; unless given it is the viewer's. */
  make?: (edit: Edit, id: string | undefined, fields: BlockFields) => Promise<Linkable | undefined>
  /** What else follows, in the same transaction. */
  afterwards?: (edit: Edit, block: Linkable, known: BlockRow | undefined) => Promise<void>
}

/** Creates a block or changes it, and answers it. Throws NOT_FOUND for an id that is taken by what the viewer cannot see. */
export async function upsertBlock(context: GraphContext, wish: Upsert): Promise<BlockRow> {
  const id = wish.id == null ? undefined : idOf(wish.id, wish.what)
  const blockId = await edit(context, async (edit) => {
    const known = id === undefined ? undefined : await lockBlock(edit, id)
    const block = known ? await update(edit, known, wish) : await createOrUpdate(edit, id, wish)
    return block.block_id
  })
  const block = await findBlock(context.db, context.viewer, blockId)
  if (!block) throw notFound(wish.what)
  return block
}

/** Somebody may make a block of that id in the same moment; then it is theirs that is changed. */
async function createOrUpdate(edit: Edit, id: string | undefined, wish: Upsert): Promise<Linkable> {
  const { make = makeOwn(wish.type) } = wish
  const made = await make(edit, id, await wish.fields(edit, undefined))
  if (made) {
    await finish(edit, made, wish, undefined)
    return made
  }
  const late = id === undefined ? undefined : await lockBlock(edit, id)
  if (!late) throw notFound(wish.what)
  return update(edit, late, wish)
}

const makeOwn =
  (block_type: BlockType): NonNullable<Upsert['make']> =>
  async (edit, block_id, fields) => {
    const made = await createBlock(edit, { ...fields, block_type, ...(block_id ? { block_id } : {}) })
    if (!made) return undefined
    await ownNewBlock(edit, made)
    return { ...made, sharing_level: 2 }
  }

async function update(edit: Edit, known: BlockRow, wish: Upsert): Promise<BlockRow> {
  if (known.block_type !== wish.type) throw notFound(wish.what)
  const fields = await wish.fields(edit, known)
  const isWritten = Object.keys(fields).length > 0
  const isMarkOnly = wish.marks !== undefined && Object.keys(wish.marks).length > 0 && !isWritten && !wish.sharingTags
  if (!isMarkOnly) mustWrite(known, wish.what)
  if (isWritten) await writeBlock(edit, known, fields)
  await finish(edit, known, wish, known)
  return known
}

async function finish(edit: Edit, block: Linkable, wish: Upsert, known: BlockRow | undefined): Promise<void> {
  const { sharingTags, marks } = wish
  if (sharingTags) await addLinksOfUpsert(edit, block, await toWishes(edit, 'input.sharingTags', sharingTags))
  if (marks) await mark(edit, block, marks)
  await wish.afterwards?.(edit, block, known)
}
