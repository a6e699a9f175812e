import type { ObjectFieldsShape } from '@pothos/core'
import { toIds } from '../../../storage/graph/access/derived-access.ts'
import { type BlockRow, EXCERPT_LENGTH, type Viewer } from '../../../storage/graph/access/visibility.ts'
import { countOtherShares } from '../../../storage/graph/blocks/links.ts'
import {
  type BusinessObjectRow,
  loadBusinessObjects,
  loadReactions,
  loadViewerStates,
  type ReactionRow,
  type ViewerStateRow,
} from '../../../storage/graph/blocks/related-rows.ts'
import type { BlockType as Type } from '../../../storage/postgres/tables/index.ts'
import { parseSearch } from '../../arguments/text.ts'
import { type BatchFunction, load, mapLoaded, prefetch } from '../../batch-loader.ts'
import { builder, caseInsensitiveEnum } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { findSnippet } from '../../search/snippet.ts'
import { Tag } from '../../tags/tag.ts'
import { BlockType, ReferenceBlock, toReference } from '../../values/block-reference.ts'
import { BusinessObjectLink } from '../../values/business-object.ts'
import { withCost } from '../../with-cost.ts'
import { isWritable } from '../../with-mutation.ts'
import { loadBlock } from '../child-blocks.ts'
import { readDocuments } from '../lazy-content.ts'
import {
  loadSelectedLinks,
  loadTagsOfBlock,
  prefetchedSelectedLinks,
  prefetchedTagsOfBlock,
  prefetchSelectedLinks,
  prefetchTagsOfBlocks,
} from '../links.ts'
import { needs } from '../selected-columns.ts'
import { Creator, toCreator } from './creator.ts'
import { Reaction, toReactions } from './reaction.ts'
import { SharingTag } from './sharing-tag.ts'

function mayWrite(block: BlockRow, { tenantId }: Viewer): boolean {
  const isAuthor = block.block_type !== 'message' || block.creator_id === tenantId
  return isAuthor && isWritable(block)
}

const BlockAccess = caseInsensitiveEnum('BlockAccess', ['RW', 'READ_ONLY', 'NO_ACCESS'])

const readOtherShares: BatchFunction<string, number> = ({ db, viewer }, ids) => countOtherShares(db, viewer, ids)
const readMarks: BatchFunction<string, ViewerStateRow> = ({ db, viewer }, ids) => loadViewerStates(db, viewer, ids)
const readObjects: BatchFunction<string, BusinessObjectRow[]> = ({ db, viewer }, ids) =>
  loadBusinessObjects(db, viewer, ids)
const readReactions: BatchFunction<string, ReactionRow[]> = ({ db, viewer }, ids) => loadReactions(db, viewer, ids)

/** The reference in a pair of columns, if the viewer can see the referenced block. */
async function visibleReference(context: GraphContext, id: string | null, type: Type | null) {
  return (await loadBlock(context, id)) ? toReference(id, type) : null
}

/** Loads the viewer's own state of a block, such as favorite. */
export function loadViewerState(context: GraphContext, { block_id }: BlockRow) {
  return load(context, readMarks, block_id)
}

export const Block = builder.interfaceRef<BlockRow>('Block').implement({
  description: 'A unit of content.',
  resolveType: ({ block_type }) => typeNameOf(block_type),
  fields: (t) => ({
    _id: t.exposeID('block_id', { nullable: false }),
    blockType: t.expose('block_type', { type: BlockType, nullable: false }),
    title: t.exposeString('title'),
    summary: t.string({
      description: 'A summary if there is one, otherwise the beginning of the text.',
      ...needs({ columns: ['summary', 'excerpt'] }),
      resolve: ({ summary, text }) => summary ?? text?.slice(0, EXCERPT_LENGTH).toWellFormed(),
    }),
    snippet: t.string({
      nullable: true,
      description: 'The part of the text that contains most of these words; null if it contains none.',
      ...withCost({ points: 3 }),
      args: { search: t.arg.string({ required: true }) },
      resolve: ({ text }, { search }) => findSnippet(text ?? '', parseSearch('search', search) ?? ''),
    }),
    text: t.exposeString('text', { nullable: true, description: 'The content without formatting.' }),
    document: t.string({
      description: "The content as the rich-text editor's JSON.",
      ...needs({ columns: [], load: (context, blocks) => prefetch(context, readDocuments, toIds(blocks)) }),
      resolve: ({ block_id }, _args, context) => load(context, readDocuments, block_id),
    }),
    dateCreated: t.exposeFloat('date_created'),
    dateUpdated: t.exposeFloat('date_updated'),
    dateAssociated: t.exposeFloat('date_associated', {
      description: 'The time that the content refers to, such as the start of an event.',
    }),
    access: t.field({
      type: BlockAccess,
      description:
        "The viewer's access to the block. Messages are RW for their author only; owners may still archive them.",
      ...needs({ columns: ['creator_id', 'sharing_level'] }),
      resolve: (block, _args, { viewer }) => (mayWrite(block, viewer) ? 'RW' : 'READ_ONLY'),
    }),
    creator: t.field({
      type: Creator,
      description: 'Who wrote it: of synced content the sender, organizer or author. Null if that is not known.',
      ...needs({ columns: ['creator_id', 'creator_email', 'creator_name'] }),
      resolve: toCreator,
    }),
    sharingTags: t.field({
      type: [SharingTag],
      nullable: { list: false, items: false },
      description:
        "Links to tags of the viewer's own graph. Of another person's block also the people with access whom the viewer has tags of.",
      ...needs({ columns: [], load: prefetchSelectedLinks, children: prefetchedSelectedLinks }),
      resolve: (block, _args, context, info) => loadSelectedLinks(context, block, info),
    }),
    otherSharingCount: t.int({
      nullable: false,
      description: 'The number of people with access whom the viewer has no tag of. 0 for blocks of the viewer.',
      ...needs({ columns: [], load: (context, blocks) => prefetch(context, readOtherShares, toIds(blocks)) }),
      resolve: ({ block_id }, _args, context) =>
        mapLoaded(load(context, readOtherShares, block_id), (count) => count ?? 0),
    }),
    tags: t.field({
      type: [Tag],
      nullable: { list: false, items: false },
      ...needs({ columns: [], load: prefetchTagsOfBlocks, children: prefetchedTagsOfBlock }),
      resolve: (block, _args, context, info) => loadTagsOfBlock(context, block, info),
    }),
    businessObjects: t.field({
      type: [BusinessObjectLink],
      nullable: { list: false, items: false },
      ...needs({ columns: [], load: (context, blocks) => prefetch(context, readObjects, toIds(blocks)) }),
      resolve: ({ block_id }, _args, context) =>
        mapLoaded(load(context, readObjects, block_id), (objects) => objects ?? []),
    }),
    reactions: t.field({
      type: [Reaction],
      nullable: { list: false, items: false },
      ...needs({ columns: [], load: (context, blocks) => prefetch(context, readReactions, toIds(blocks)) }),
      resolve: ({ block_id }, _args, context) =>
        mapLoaded(load(context, readReactions, block_id), (reactions) => toReactions(reactions ?? [])),
    }),
    favorite: t.boolean({
      ...needs({ columns: [], load: (context, blocks) => prefetch(context, readMarks, toIds(blocks)) }),
      resolve: (block, _args, context) =>
        mapLoaded(loadViewerState(context, block), (state) => state?.favorite ?? false),
    }),
    archived: t.exposeBoolean('archived', { nullable: false }),
    snoozed: t.exposeBoolean('snoozed'),
    template: t.exposeBoolean('template'),
    proposed: t.exposeBoolean('proposed', { description: 'True while the block awaits approval.' }),
    generated: t.exposeBoolean('generated', { description: 'True if the block was generated by an AI.' }),
    parentReferenceBlock: t.field({
      type: ReferenceBlock,
      nullable: true,
      ...needs({ columns: ['parent_id', 'parent_type'] }),
      resolve: ({ parent_id, parent_type }, _args, context) => visibleReference(context, parent_id, parent_type),
    }),
    originReferenceBlock: t.field({
      type: ReferenceBlock,
      nullable: true,
      ...needs({ columns: ['origin_id', 'origin_type'] }),
      resolve: ({ origin_id, origin_type }, _args, context) => visibleReference(context, origin_id, origin_type),
    }),
    provider: t.exposeString('provider', { nullable: true }),
    application: t.exposeString('application', { nullable: true }),
    externalId: t.exposeString('external_id', { nullable: true }),
    uri: t.exposeString('uri', { nullable: true }),
    connectionId: t.string({
      description: "The connection that the block was imported by; null for another tenant's block.",
      ...needs({ columns: ['connection_id'] }),
      resolve: ({ tenant_id, connection_id }, _args, { viewer }) =>
        tenant_id === viewer.tenantId ? connection_id : null,
    }),
  }),
})

/** The GraphQL type name of a block type: Note for note. */
function typeNameOf(type: Type): string {
  return type[0]?.toUpperCase() + type.slice(1)
}

type BlockTypeFields = ObjectFieldsShape<typeof builder.$inferSchemaTypes, BlockRow>

/** Defines a concrete block type: `fields` are added to those of the Block interface. */
export function defineBlockType(type: Type, description: string, fields: BlockTypeFields) {
  return builder.objectRef<BlockRow>(typeNameOf(type)).implement({
    description,
    interfaces: [Block],
    fields,
    isTypeOf: (row) => (row as BlockRow).block_type === type,
  })
}
