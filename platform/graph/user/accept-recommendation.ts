import { REGISTRATION_MS } from '../../connections/initial-syncs.ts'
import { startReconnect } from '../../storage/connections/lifecycle.ts'
import { type BlockFields, createBlock, writeBlock } from '../../storage/graph/blocks/writes.ts'
import type { Edit } from '../../storage/graph/access/mutation.ts'
import { ownNewBlock } from '../../storage/graph/access/shares.ts'
import { moveToTag } from '../../storage/graph/tags/merge.ts'
import { type RecommendationRow, settleRecommendation } from '../../storage/graph/user/recommendations.ts'
import { attachToTag } from '../../storage/graph/tags/links.ts'
import { findTags, type TagRow } from '../../storage/graph/tags/rows.ts'
import { archiveTag, createTag, lockTag, writeTag } from '../../storage/graph/tags/writes.ts'
import { type BlockRow, findBlock } from '../../storage/graph/access/visibility.ts'
import { resumeSync } from '../../storage/connections/sync-control.ts'
import { Block } from '../blocks/types/block.ts'
import { addLinks, addLinksOfUpsert } from '../blocks/sharing/share-block.ts'
import { lockReferenced, mustWrite } from '../blocks/block-references.ts'
import { writtenOf } from '../blocks/field-writers.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { edit, lockWritable } from '../with-mutation.ts'
import { conflict, notFound } from '../errors.ts'
import { explainTag } from '../tags/upsert-tag.ts'
import { Recommendation } from './recommendation.ts'
import { DETAIL_OF, type Details } from './recommendation-details.ts'
import { toTagFields } from './recommended-tag.ts'
import { lockOpen, recommendationOf } from './settle-recommendation.ts'

interface Accepted {
  recommendation: RecommendationRow
  block?: BlockRow | undefined
}

const AcceptedRecommendation = builder.objectRef<Accepted>('AcceptedRecommendation').implement({
  fields: (t) => ({
    recommendation: t.expose('recommendation', { type: Recommendation, nullable: false }),
    block: t.field({ type: Block, nullable: true, description: 'What was written.', resolve: ({ block }) => block }),
  }),
})

const AcceptRecommendationInput = builder.inputType('AcceptRecommendationInput', {
  fields: (t) => ({ _id: t.string({ required: true }) }),
})

builder.mutationField('acceptRecommendation', (t) =>
  t.field({
    type: AcceptedRecommendation,
    description: 'Does what is recommended. What only the person can do, such as signing in again, is made ready.',
    args: { input: t.arg({ type: AcceptRecommendationInput, required: true }) },
    resolve: (_root, { input }, context) => accept(input._id, context),
  }),
)

async function accept(id: string, context: GraphContext): Promise<Accepted> {
  const { blockId, afterwards } = await edit(context, async (edit) => {
    const known = await lockOpen(edit, id)
    const done = await act(edit, known)
    if (!done.staysOpen) await settleRecommendation(edit, known, { state: 'accepted' })
    return done
  }).catch(explainTag)
  await afterwards?.(context)
  const block = blockId === undefined ? undefined : await findBlock(context.db, context.viewer, blockId)
  return { recommendation: await recommendationOf(context, id), block }
}

/** What is not known of an object that only has an address. */
const NO_OBJECT = { application: null, external_id: null, metadata_type: null, title: null, icon_url: null }

/** What accepting has done. */
interface Done {
  blockId?: string
  /** It goes away by itself once the person has done their part. */
  staysOpen?: true
  /** What follows outside the transaction. */
  afterwards?: (context: GraphContext) => Promise<void>
}

function act(edit: Edit, row: RecommendationRow): Promise<Done> {
  const name = DETAIL_OF[row.recommendation_type as keyof typeof DETAIL_OF]
  const acting = ACTS[name] as (edit: Edit, detail: unknown, row: RecommendationRow) => Promise<Done>
  return acting(edit, row.detail, row)
}

const ACTS: {
  [Name in keyof Details]: (edit: Edit, detail: Details[Name], row: RecommendationRow) => Promise<Done>
} = {
  upsertRecommendation: async (edit, { blockType, blockId, title, document, tagIds }) => {
    const fields = { ...(title === undefined ? {} : { title }), ...writtenOf('document', document) }
    const block = blockId === undefined ? await make(edit, blockType, fields) : await lockWritable(edit, blockId)
    if (blockId !== undefined) await writeBlock(edit, block as BlockRow, fields)
    await addLinksOfUpsert(edit, block, organizing(await presentTags(edit, tagIds)))
    return { blockId: block.block_id }
  },
  tagRecommendation: async (edit, { tagId, fields }) => {
    const written = toTagFields(fields)
    if (tagId !== undefined) await writeTag(edit, await presentTag(edit, tagId), written)
    else await createTag(edit, { tag_type: 'topic', alias: '', ...written })
    return {}
  },
  shareRecommendation: async (edit, { referenceBlock, tagId, sharingLevel }) => {
    const block = await lockReferenced(edit, 'referenceBlock', referenceBlock)
    mustWrite(block)
    const tag = await presentTag(edit, tagId)
    await addLinks(edit, block, [{ tag, shared: true, sharing_level: sharingLevel, sharing_approach: 1 }])
    return { blockId: block.block_id }
  },
  businessObjectRecommendation: async (edit, { tagId, url, provider = null }) => {
    const { tag_id } = await presentTag(edit, tagId)
    await attachToTag(edit, tag_id, [{ ...NO_OBJECT, url, provider }])
    return {}
  },
  mergeTagsRecommendation: async (edit, { tagIds, keepTagId }) => {
    await presentTag(edit, keepTagId)
    if (tagIds.includes(edit.viewer.tagId)) throw conflict('Your own tag cannot be merged into another.')
    await moveToTag(edit, tagIds, keepTagId)
    for (const id of tagIds) await archiveTag(edit, await presentTag(edit, id), true)
    edit.changedOther({ event_type: 'UPDATED', subject: 'tag', subject_id: keepTagId })
    return {}
  },
  meetingRecommendation: async () => ({}),
  followUpRecommendation: async (edit, { referenceBlock, dateDue }, { display_title }) => {
    const parent = await lockReferenced(edit, 'referenceBlock', referenceBlock)
    const about = { parent_id: parent.block_id, parent_type: parent.block_type }
    const due = dateDue === undefined ? {} : { date_due: dateDue }
    const task = await make(edit, 'task', { title: display_title, ...about, ...due })
    return { blockId: task.block_id }
  },
  insightRecommendation: async () => ({}),
  syncPausedRecommendation: async ({ viewer }, { connectionId, sync }) => ({
    afterwards: async ({ db, worker, now }) => {
      const key = { tenantId: viewer.tenantId, connectionId }
      await resumeSync(db, key, sync, now())
      await worker.runNow(key, sync)
    },
  }),
  reconnectRecommendation: async ({ viewer }, { connectionId }) => ({
    staysOpen: true,
    afterwards: async ({ db, now }) => {
      const terms = { needsConfirmation: true, until: now() + REGISTRATION_MS }
      await startReconnect(db, { tenantId: viewer.tenantId, connectionId }, terms)
    },
  }),
}

async function make(edit: Edit, block_type: 'note' | 'task', fields: BlockFields) {
  const status = block_type === 'task' ? { status: 'not_started' } : {}
  const made = await createBlock(edit, { ...status, ...fields, block_type })
  if (!made) throw notFound('The block')
  await ownNewBlock(edit, made)
  return { ...made, sharing_level: 2 }
}

function organizing(tags: readonly TagRow[]) {
  return tags.map((tag) => ({ tag, shared: false, sharing_level: 0, sharing_approach: 1 }))
}

/** Tags may have gone since it was recommended; the others are linked. */
async function presentTags({ tx, viewer }: Edit, ids: readonly string[]): Promise<TagRow[]> {
  return [...(await findTags(tx, viewer, ids)).values()]
}

async function presentTag(edit: Edit, id: string): Promise<TagRow> {
  const tag = await lockTag(edit, id)
  if (!tag) throw notFound('The tag')
  return tag
}
