import { omitUndefined } from '../../../src/runtime/omit.ts'
import { REGISTRATION_MS } from '../../connections/initial-syncs.ts'
import { startReconnect } from '../../storage/connections/lifecycle.ts'
import { resumeSync } from '../../storage/connections/sync-control.ts'
import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { grantOwnership, loadViewerLinks } from '../../storage/graph/access/shares.ts'
import { type BlockRow, findBlock } from '../../storage/graph/access/visibility.ts'
import { type BlockFields, createBlock, updateBlock } from '../../storage/graph/blocks/writes.ts'
import { attachBusinessObjects } from '../../storage/graph/tags/links.ts'
import { mergeIntoTag } from '../../storage/graph/tags/merge.ts'
import { findTags, type TagRow } from '../../storage/graph/tags/rows.ts'
import { archiveTag, createTag, lockTag, updateTag } from '../../storage/graph/tags/writes.ts'
import { type RecommendationRow, updateRecommendation } from '../../storage/graph/user/recommendations.ts'
import { ACTION_TIMEOUT_MS } from '../actions/errors.ts'
import { REPEAT_UNKNOWN } from '../actions/idempotency-arguments.ts'
import { parseDocument } from '../blocks/field-writers.ts'
import { lockOfType, lockReference, requireWritable } from '../blocks/references.ts'
import { addShares, addSharesOfUpsert } from '../blocks/sharing/share-block.ts'
import { Block } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { conflict, notFound } from '../errors.ts'
import { explainTagError } from '../tags/upsert-tag.ts'
import { withCost } from '../with-cost.ts'
import { withMutation } from '../with-mutation.ts'
import { Recommendation } from './recommendation.ts'
import { DETAIL_BY_TYPE, type Details } from './recommendation-details.ts'
import { storeRecommendedRecord, writeRecommendedRecord } from './recommended-record.ts'
import { parseRecommendedFields } from './recommended-tag.ts'
import { loadRecommendation, lockOpenRecommendation } from './settle-recommendation.ts'

interface Accepted {
  recommendation: RecommendationRow
  block?: BlockRow | undefined
}

const AcceptedRecommendation = builder.objectRef<Accepted>('AcceptedRecommendation').implement({
  fields: (t) => ({
    recommendation: t.expose('recommendation', { type: Recommendation, nullable: false }),
    block: t.field({
      type: Block,
      nullable: true,
      description: 'The block that was created or changed.',
      resolve: ({ block }) => block,
    }),
  }),
})

const AcceptRecommendationInput = builder.inputType('AcceptRecommendationInput', {
  fields: (t) => ({ _id: t.string({ required: true }), repeatUnknown: t.boolean(REPEAT_UNKNOWN) }),
})
type Input = typeof AcceptRecommendationInput.$inferInput

builder.mutationField('acceptRecommendation', (t) =>
  t.field({
    type: AcceptedRecommendation,
    description: 'Performs the recommended action. What only the person can do, such as signing in again, is prepared.',
    ...withCost({ timeoutMs: ACTION_TIMEOUT_MS }),
    args: { input: t.arg({ type: AcceptRecommendationInput, required: true }) },
    resolve: (_root, { input }, context) => accept(input, context),
  }),
)

async function accept({ _id: id, repeatUnknown }: Input, context: GraphContext): Promise<Accepted> {
  // Written before the transaction: if the vendor refuses the record, the recommendation stays open.
  const record = await writeRecommendedRecord(context, id, repeatUnknown === true)
  const { blockId, afterCommit } = await withMutation(context, async (mutation) => {
    const recommendation = await lockOpenRecommendation(mutation, id)
    const done: ActionResult = record
      ? await storeRecommendedRecord(mutation, record)
      : await act(mutation, recommendation)
    if (!done.staysOpen) await updateRecommendation(mutation, recommendation, { state: 'accepted' })
    return done
  }).catch(explainTagError)
  await afterCommit?.(context)
  const block = blockId === undefined ? undefined : await findBlock(context.db, context.viewer, blockId)
  return { recommendation: await loadRecommendation(context, id), block }
}

/** The columns of a business object of which only the URL is known. */
const UNKNOWN_OBJECT = { application: null, external_id: null, metadata_type: null, title: null, icon_url: null }

/** The result of an action. */
interface ActionResult {
  blockId?: string
  /** The recommendation stays open and is resolved when the person has done their part. */
  staysOpen?: true
  /** Runs after the transaction has committed. */
  afterCommit?: (context: GraphContext) => Promise<void>
}

function act(mutation: Mutation, row: RecommendationRow): Promise<ActionResult> {
  const name = DETAIL_BY_TYPE[row.recommendation_type as keyof typeof DETAIL_BY_TYPE]
  const perform = ACTIONS[name] as (
    mutation: Mutation,
    detail: unknown,
    row: RecommendationRow,
  ) => Promise<ActionResult>
  return perform(mutation, row.detail, row)
}

const ACTIONS: {
  [Name in keyof Details]: (mutation: Mutation, detail: Details[Name], row: RecommendationRow) => Promise<ActionResult>
} = {
  upsertRecommendation: async (mutation, { blockType, blockId, title, document, tagIds }) => {
    const fields = omitUndefined({ title, ...parseDocument('document', document) })
    if (blockId === undefined) {
      const created = await createOwnBlock(mutation, blockType, fields)
      await addSharesOfUpsert(mutation, created, toOrganizingShares(await findExistingTags(mutation, tagIds)))
      return { blockId: created.block_id }
    }
    const block = await lockOfType(mutation, blockId, blockType)
    requireWritable(block)
    updateBlock(mutation, block, fields)
    // What is linked to the block already has its access, which a draft does not change.
    const links = await loadViewerLinks(mutation, block)
    const added = (await findExistingTags(mutation, tagIds)).filter(({ tag_id }) => !links.has(tag_id))
    await addSharesOfUpsert(mutation, block, toOrganizingShares(added), links)
    return { blockId: block.block_id }
  },
  tagRecommendation: async (mutation, { tagId, fields }) => {
    const written = parseRecommendedFields(fields)
    if (tagId !== undefined) await updateTag(mutation, await requireTag(mutation, tagId), written)
    else await createTag(mutation, { tag_type: 'topic', alias: '', ...written })
    return {}
  },
  shareRecommendation: async (mutation, { referenceBlock, tagId, sharingLevel }) => {
    const block = await lockReference(mutation, 'referenceBlock', referenceBlock)
    requireWritable(block)
    const tag = await requireTag(mutation, tagId)
    await addShares(mutation, block, [{ tag, shared: true, sharing_level: sharingLevel, sharing_approach: 1 }])
    return { blockId: block.block_id }
  },
  businessObjectRecommendation: async (mutation, { tagId, url, provider = null }) => {
    const { tag_id } = await requireTag(mutation, tagId)
    await attachBusinessObjects(mutation, tag_id, [{ ...UNKNOWN_OBJECT, url, provider }])
    return {}
  },
  mergeTagsRecommendation: async (mutation, { tagIds, keepTagId }) => {
    await requireTag(mutation, keepTagId)
    if (tagIds.includes(mutation.viewer.tagId)) throw conflict('Your own tag cannot be merged into another.')
    await mergeIntoTag(mutation, tagIds, keepTagId)
    for (const id of tagIds) await archiveTag(mutation, await requireTag(mutation, id), true)
    mutation.recordTenantChange({ event_type: 'UPDATED', subject: 'tag', subject_id: keepTagId })
    return {}
  },
  meetingRecommendation: async (mutation, { eventId, tagIds }) => {
    const event = await lockReference(mutation, 'eventId', { id: eventId, blockType: 'event' })
    const origin = { origin_id: event.block_id, origin_type: event.block_type }
    const note = await createOwnBlock(mutation, 'note', { title: event.title, ...origin })
    await addSharesOfUpsert(mutation, note, toOrganizingShares(await findExistingTags(mutation, tagIds)))
    return { blockId: note.block_id }
  },
  followUpRecommendation: async (mutation, { referenceBlock, dateDue }, { display_title, tag_ids }) => {
    const parent = await lockReference(mutation, 'referenceBlock', referenceBlock)
    const fields = omitUndefined({
      title: display_title,
      parent_id: parent.block_id,
      parent_type: parent.block_type,
      date_due: dateDue,
    })
    const task = await createOwnBlock(mutation, 'task', fields)
    await addSharesOfUpsert(mutation, task, toOrganizingShares(await findExistingTags(mutation, tag_ids)))
    return { blockId: task.block_id }
  },
  insightRecommendation: async () => ({}),
  syncPausedRecommendation: async ({ viewer }, { connectionId, sync }) => ({
    afterCommit: async ({ db, worker, now }) => {
      const key = { tenantId: viewer.tenantId, connectionId }
      await resumeSync(db, key, sync, now())
      await worker.runNow(key, sync)
    },
  }),
  reconnectRecommendation: async ({ viewer }, { connectionId }) => ({
    staysOpen: true,
    afterCommit: async ({ db, now }) => {
      const terms = { needsConfirmation: true, registrationUntil: now() + REGISTRATION_MS }
      await startReconnect(db, { tenantId: viewer.tenantId, connectionId }, terms)
    },
  }),
}

async function createOwnBlock(mutation: Mutation, block_type: 'note' | 'task', fields: BlockFields) {
  const status = block_type === 'task' ? { status: 'not_started' } : {}
  const created = await createBlock(mutation, { ...status, ...fields, block_type })
  if (!created) throw notFound('The block')
  await grantOwnership(mutation, created)
  return { ...created, sharing_level: 2 }
}

function toOrganizingShares(tags: readonly TagRow[]) {
  return tags.map((tag) => ({ tag, shared: false, sharing_level: 0, sharing_approach: 1 }))
}

/** Finds the tags that still exist: some may have been deleted since the recommendation was made. */
async function findExistingTags({ tx, viewer }: Mutation, ids: readonly string[]): Promise<TagRow[]> {
  return [...(await findTags(tx, viewer, ids)).values()]
}

async function requireTag(mutation: Mutation, id: string): Promise<TagRow> {
  const tag = await lockTag(mutation, id)
  if (!tag) throw notFound('The tag')
  return tag
}
