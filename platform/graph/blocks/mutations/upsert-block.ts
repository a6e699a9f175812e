import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { lockBlock, type Mutation } from '../../../storage/graph/access/mutation.ts'
import { grantOwnership, loadViewerLinks } from '../../../storage/graph/access/shares.ts'
import { saveViewerState, type ViewerState } from '../../../storage/graph/access/viewer-state.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { type BlockFields, createBlock, updateBlock } from '../../../storage/graph/blocks/writes.ts'
import { mayFail } from '../../../storage/postgres/pipelining.ts'
import type { BlockType } from '../../../storage/postgres/tables/index.ts'
import { parseId } from '../../arguments/ids.ts'
import type { GraphContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { withMutationOfBlock } from '../../with-mutation.ts'
import { requireWritable } from '../references.ts'
import { addSharesOfUpsert } from '../sharing/share-block.ts'
import { resolveShares, type ShareInput } from '../sharing/share-input.ts'
import type { ShareTarget, ViewerLink } from '../sharing/share-policy.ts'
import type { SharingTagInput } from '../types/sharing-tag.ts'

/** A block to create or to change. Fields that are undefined are left unchanged. */
export interface BlockUpsert {
  type: BlockType
  /** The subject of error messages: The note. */
  noun: string
  /** Without an id a block is created; with an unused id it is created under that id. */
  id: string | null | undefined
  /** The fields to write. `existing` is undefined when the block is created. */
  fields: (mutation: Mutation, existing: BlockRow | undefined) => BlockFields | Promise<BlockFields>
  /** State that is the viewer's own, such as favorite. */
  viewerState?: ViewerState
  sharingTags?: readonly (typeof SharingTagInput.$inferInput)[] | null | undefined
  /** Creates the block and its first links; by default in the viewer's tenant. Returns undefined if the id exists. */
  create?: (mutation: Mutation, id: string | undefined, fields: BlockFields) => Promise<CreatedBlock | undefined>
  /** Runs at the end of the same transaction. */
  afterWrite?: (mutation: Mutation, block: ShareTarget, existing: BlockRow | undefined) => Promise<void>
}

/** A block that was just created, and the viewer's links of it, where they are known. */
export type CreatedBlock = ShareTarget & { links?: ReadonlyMap<string, ViewerLink> }

/** Creates or changes a block and returns it. Throws NOT_FOUND if the id belongs to a block that the viewer cannot see. */
export async function upsertBlock(context: GraphContext, upsert: BlockUpsert): Promise<BlockRow> {
  const id = upsert.id == null ? undefined : parseId(upsert.id, upsert.noun)
  const block = await withMutationOfBlock(context, async (mutation) => {
    const existing = id === undefined ? undefined : await lockBlock(mutation, id)
    const block = existing ? await update(mutation, existing, upsert) : await createOrUpdate(mutation, id, upsert)
    return block.block_id
  })
  if (!block) throw notFound(upsert.noun)
  return block
}

/** Creates the block, or updates it if a concurrent request has created one with the same id in the meantime. */
async function createOrUpdate(mutation: Mutation, id: string | undefined, upsert: BlockUpsert): Promise<ShareTarget> {
  const { create = createOwn(upsert.type), sharingTags } = upsert
  const fields = await upsert.fields(mutation, undefined)
  // Of a block that nobody else knows yet, the tags may be read first, together with `begin`.
  const isNew = id === undefined && upsert.create === undefined
  const shares = isNew && sharingTags ? await resolveShares(mutation, 'input.sharingTags', sharingTags) : undefined
  const created = await create(mutation, id, fields)
  if (created) {
    await finish(mutation, created, upsert, { shares })
    return created
  }
  const existing = id === undefined ? undefined : await lockBlock(mutation, id)
  if (!existing) throw notFound(upsert.noun)
  return update(mutation, existing, upsert)
}

const createOwn =
  (block_type: BlockType): NonNullable<BlockUpsert['create']> =>
  async (mutation, block_id, fields) => {
    const created = await createBlock(mutation, omitUndefined({ ...fields, block_type, block_id }))
    if (!created) return undefined
    const link = await grantOwnership(mutation, created)
    return { ...created, sharing_level: 2, links: new Map([[link.tag_id, link]]) }
  }

async function update(mutation: Mutation, block: BlockRow, upsert: BlockUpsert): Promise<BlockRow> {
  if (block.block_type !== upsert.type) throw notFound(upsert.noun)
  const fields = await upsert.fields(mutation, block)
  const hasFields = Object.keys(fields).length > 0
  const hasViewerState = upsert.viewerState !== undefined && Object.keys(upsert.viewerState).length > 0
  const isViewerStateOnly = hasViewerState && !hasFields && !upsert.sharingTags
  if (!isViewerStateOnly) requireWritable(block, upsert.noun)
  if (hasFields) updateBlock(mutation, block, fields)
  await finish(mutation, block, upsert, { existing: block })
  return block
}

async function finish(
  mutation: Mutation,
  block: CreatedBlock,
  { sharingTags, viewerState, afterWrite }: BlockUpsert,
  { existing, shares }: { existing?: BlockRow; shares?: readonly ShareInput[] | undefined },
): Promise<void> {
  if (sharingTags) {
    const loading = block.links ?? mayFail(loadViewerLinks(mutation, block))
    const resolved = shares ?? (await resolveShares(mutation, 'input.sharingTags', sharingTags))
    await addSharesOfUpsert(mutation, block, resolved, await loading)
  }
  if (viewerState) saveViewerState(mutation, block, viewerState)
  await afterWrite?.(mutation, block, existing)
}
