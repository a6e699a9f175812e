import { tagOfRecord } from '../../actions/query.ts'
import { keepRecordTag } from '../../actions/record-tags.ts'
import { findTags, type TagRow } from '../../storage/graph/tags/rows.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { edit } from '../with-mutation.ts'
import { notFound } from '../errors.ts'
import { idOf } from '../arguments/ids.ts'
import { Tag } from '../tags/tag.ts'
import { weighing } from '../with-cost.ts'
import { OUTSIDE_TIME_MS, throughOutside } from './errors.ts'
import { externalIdOf, metadataTypeOf } from './record-identifiers.ts'

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
      "The tag that a vendor's record is: a person by the address, an organization by the domain, else a tag of its own.",
    ...weighing({ heavy: true, timeMs: OUTSIDE_TIME_MS }),
    args: { input: t.arg({ type: TagFromRecordInput, required: true }) },
    resolve: (_root, { input }, context) => tagFromRecord(context, input),
  }),
)

async function tagFromRecord(context: GraphContext, input: typeof TagFromRecordInput.$inferInput): Promise<TagRow> {
  const { outside, viewer, db, signal } = context
  const key = { tenantId: viewer.tenantId, connectionId: idOf(input.connectionId, 'The connection') }
  const record = { metadataType: metadataTypeOf(input.metadataType), externalId: externalIdOf(input.externalId) }
  const { tag, source } = await throughOutside(() => tagOfRecord(outside, key, record, signal))
  const tagId = await edit(context, (edit) => keepRecordTag(edit, source, record, tag))
  return (await findTags(db, viewer, [tagId])).get(tagId) ?? Promise.reject(notFound('The tag'))
}
