import type { RunError, SyncName as Sync } from '../../model/sync.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { findBlocks } from '../../storage/graph/access/visibility.ts'
import type { RecommendationType } from '../../storage/graph/user/recommendations.ts'
import type { BlockType as Type } from '../../storage/postgres/tables/index.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import { Block } from '../blocks/types/block.ts'
import { Table } from '../blocks/types/table.ts'
import { builder } from '../builder.ts'
import { SyncError, SyncName } from '../connections/sync-run.ts'
import { loadTag, Tag } from '../tags/tag.ts'
import { BlockType, ReferenceBlock } from '../values/block-reference.ts'
import { loadConnectUrl } from './reconnect-url.ts'

export interface Reference {
  id: string
  blockType: Type | null
}

/** The stored detail of a recommendation, by the name of the detail's field. */
export interface Details {
  upsertRecommendation: {
    blockType: 'note' | 'task'
    blockId?: string
    document?: string
    title?: string
    tagIds: string[]
  }
  tagRecommendation: {
    tagId?: string
    fields: { name: string; value: string | null }[]
    /** Of recommendations of the platform: the record that the tag is to have in a vendor's table. */
    tableId?: string
    values?: { name: string; value: string }[]
  }
  shareRecommendation: { referenceBlock: Reference; tagId: string; sharingLevel: number }
  businessObjectRecommendation: { tagId: string; url: string; provider?: string }
  mergeTagsRecommendation: { tagIds: string[]; keepTagId: string }
  meetingRecommendation: { eventId: string; tagIds: string[] }
  followUpRecommendation: { referenceBlock: Reference; dateDue?: number }
  syncPausedRecommendation: {
    connectionId: string
    provider: string
    application: string
    sync: Sync
    health: string
    failedCount: number
    lastError?: RunError
    datePaused?: number
  }
  reconnectRecommendation: { connectionId: string; provider: string; application: string; reason: string }
  insightRecommendation: { tagId: string; tableId?: string; text: string }
}

/** The detail of each type of recommendation. */
export const DETAIL_BY_TYPE = {
  upsert_note: 'upsertRecommendation',
  upsert_task: 'upsertRecommendation',
  upsert_tag: 'tagRecommendation',
  share_block: 'shareRecommendation',
  link_business_object: 'businessObjectRecommendation',
  merge_tags: 'mergeTagsRecommendation',
  meeting_prep: 'meetingRecommendation',
  follow_up: 'followUpRecommendation',
  sync_paused: 'syncPausedRecommendation',
  reconnect_required: 'reconnectRecommendation',
  scope_required: 'reconnectRecommendation',
  insight: 'insightRecommendation',
} as const satisfies Record<RecommendationType, keyof Details>

const readBlocks: BatchFunction<string, BlockRow> = ({ db, viewer }, ids) => findBlocks(db, viewer, ids)

const idList = { nullable: { list: false, items: false } } as const

const TagField = builder.objectRef<Details['tagRecommendation']['fields'][number]>('TagRecommendationField').implement({
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false }),
    value: t.exposeString('value', { nullable: true }),
  }),
})

/** The GraphQL types of the details, by the name of the detail's field. */
export const DETAIL_TYPES = {
  upsertRecommendation: builder.objectRef<Details['upsertRecommendation']>('UpsertRecommendation').implement({
    description: 'A draft of a note or a task. Accepting saves it.',
    fields: (t) => ({
      blockType: t.expose('blockType', { type: BlockType, nullable: false }),
      block: t.field({
        type: Block,
        nullable: true,
        description: 'The block that the draft changes; null if it creates a block.',
        resolve: ({ blockId }, _args, context) => (blockId ? load(context, readBlocks, blockId) : null),
      }),
      document: t.exposeString('document', { nullable: true }),
      title: t.exposeString('title', { nullable: true }),
      tagIds: t.exposeStringList('tagIds', idList),
    }),
  }),
  tagRecommendation: builder.objectRef<Details['tagRecommendation']>('TagRecommendation').implement({
    description:
      "A new tag, or changed fields of a tag. Accepting saves it. With a table, accepting creates the tag's record there, at " +
      'the vendor.',
    fields: (t) => ({
      tag: t.field({
        type: Tag,
        nullable: true,
        resolve: ({ tagId }, _args, context) => (tagId ? loadTag(context, tagId) : null),
      }),
      fields: t.expose('fields', { type: [TagField], nullable: { list: false, items: false } }),
      table: t.field({
        type: Table,
        nullable: true,
        resolve: ({ tableId }, _args, context) => (tableId ? load(context, readBlocks, tableId) : null),
      }),
      values: t.field({
        type: [TagField],
        nullable: { list: false, items: false },
        description: 'The fields of the record.',
        resolve: ({ values }) => values ?? [],
      }),
    }),
  }),
  shareRecommendation: builder.objectRef<Details['shareRecommendation']>('ShareRecommendation').implement({
    description: 'A person whom a block should be shared with. Accepting shares it.',
    fields: (t) => ({
      referenceBlock: t.expose('referenceBlock', { type: ReferenceBlock }),
      tagId: t.exposeString('tagId'),
      sharingLevel: t.exposeInt('sharingLevel'),
    }),
  }),
  businessObjectRecommendation: builder
    .objectRef<Details['businessObjectRecommendation']>('BusinessObjectRecommendation')
    .implement({
      description: "A vendor's object that belongs to a tag. Accepting attaches it.",
      fields: (t) => ({
        tagId: t.exposeString('tagId'),
        url: t.exposeString('url'),
        provider: t.exposeString('provider', { nullable: true }),
      }),
    }),
  mergeTagsRecommendation: builder.objectRef<Details['mergeTagsRecommendation']>('MergeTagsRecommendation').implement({
    description: 'Tags that seem to be duplicates. Accepting merges them into the tag keepTagId.',
    fields: (t) => ({ tagIds: t.exposeStringList('tagIds', idList), keepTagId: t.exposeString('keepTagId') }),
  }),
  meetingRecommendation: builder.objectRef<Details['meetingRecommendation']>('MeetingRecommendation').implement({
    description: 'A meeting to prepare. Accepting creates a note for it.',
    fields: (t) => ({ eventId: t.exposeString('eventId'), tagIds: t.exposeStringList('tagIds', idList) }),
  }),
  followUpRecommendation: builder.objectRef<Details['followUpRecommendation']>('FollowUpRecommendation').implement({
    description: 'Something that is waiting for a reply, or was promised. Accepting creates a task.',
    fields: (t) => ({
      referenceBlock: t.expose('referenceBlock', { type: ReferenceBlock }),
      dateDue: t.exposeFloat('dateDue', { nullable: true }),
    }),
  }),
  syncPausedRecommendation: builder
    .objectRef<Details['syncPausedRecommendation']>('SyncPausedRecommendation')
    .implement({
      description: 'A sync that was paused because it kept failing. Accepting resumes it.',
      fields: (t) => ({
        connectionId: t.exposeString('connectionId'),
        provider: t.exposeString('provider'),
        application: t.exposeString('application'),
        sync: t.expose('sync', { type: SyncName }),
        health: t.exposeString('health'),
        failedCount: t.exposeInt('failedCount'),
        lastError: t.expose('lastError', { type: SyncError, nullable: true }),
        datePaused: t.exposeFloat('datePaused', { nullable: true }),
      }),
    }),
  reconnectRecommendation: builder.objectRef<Details['reconnectRecommendation']>('ReconnectRecommendation').implement({
    description:
      'An account that must be signed in to again. Accepting starts the reconnection, which can be completed within ten minutes.',
    fields: (t) => ({
      connectionId: t.exposeString('connectionId'),
      provider: t.exposeString('provider'),
      application: t.exposeString('application'),
      reason: t.exposeString('reason'),
      connectUrl: t.string({
        description: 'The URL to open in a popup after the recommendation was accepted.',
        resolve: (detail, _args, context) => loadConnectUrl(context, detail),
      }),
    }),
  }),
  insightRecommendation: builder.objectRef<Details['insightRecommendation']>('InsightRecommendation').implement({
    description: 'Something worth knowing about a tag.',
    fields: (t) => ({
      tagId: t.exposeString('tagId'),
      tableId: t.exposeString('tableId', { nullable: true }),
      text: t.exposeString('text'),
    }),
  }),
}
