import { fetchRecordTag } from '../../actions/query.ts'
import { upsertRecordTag } from '../../actions/record-tags.ts'
import { findTags, type TagRow } from '../../storage/graph/tags/rows.ts'
import { parseId } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { Tag } from '../tags/tag.ts'
import { withCost } from '../with-cost.ts'
import { withMutation } from '../with-mutation.ts'
import { ACTION_TIMEOUT_MS, withActionErrors } from './errors.ts'
import { parseExternalId, parseMetadataType } from './record-identifiers.ts'

const TagFromRecordInput = builder.inputType('TagFromRecordInput', {
  fields: (t) => ({
    connectionId: t.string({ required: true }),
    metadataType: t.string({ required: true }),
    externalId: t.string({ required: true }),
  }),
})

builder.mutationField('tagFromRecord', (t) =>
  t.field({
    type: Tag,
    description:
      "Finds or creates the tag of a vendor's record: a person by email, an organization by domain, or else a tag of its own.",
    ...withCost({ heavy: true, timeoutMs: ACTION_TIMEOUT_MS }),
    args: { input: t.arg({ type: TagFromRecordInput, required: true }) },
    resolve: (_root, { input }, context) => tagFromRecord(context, input),
  }),
)

async function tagFromRecord(context: GraphContext, input: typeof TagFromRecordInput.$inferInput): Promise<TagRow> {
  const { providerActions, viewer, db, signal } = context
  const key = { tenantId: viewer.tenantId, connectionId: parseId(input.connectionId, 'The connection') }
  const record = { metadataType: parseMetadataType(input.metadataType), externalId: parseExternalId(input.externalId) }
  const { tag, source } = await withActionErrors(() => fetchRecordTag(providerActions, key, record, signal))
  const tagId = await withMutation(context, (mutation) => upsertRecordTag(mutation, source, record, tag))
  return (await findTags(db, viewer, [tagId])).get(tagId) ?? Promise.reject(notFound('The tag'))
}
