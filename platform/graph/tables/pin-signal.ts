import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { archiveSignal, findTagFieldValue, pinSignal, type SignalRow } from '../../storage/graph/blocks/signals.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { parseId } from '../arguments/ids.ts'
import { metadataOf } from '../blocks/types/table.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, notFound } from '../errors.ts'
import { loadTag } from '../tags/tag.ts'
import { withMutation } from '../with-mutation.ts'
import { findVisibleTable } from './list-tables.ts'
import { Signal } from './signal.ts'

const UpsertSignalInput = builder.inputType('UpsertSignalInput', {
  fields: (t) => ({
    tagId: t.string({ required: true }),
    tableId: t.string({ required: true }),
    fieldName: t.string({ required: true }),
  }),
})

builder.mutationField('upsertOneSignal', (t) =>
  t.field({
    type: Signal,
    description:
      "Pins a field of a tag's record to the tag. If the table has several records of the tag, the last changed one is used.",
    args: { input: t.arg({ type: UpsertSignalInput, required: true }) },
    resolve: (_root, { input }, context) => pinField(input, context),
  }),
)

async function pinField(input: typeof UpsertSignalInput.$inferInput, context: GraphContext): Promise<SignalRow> {
  const tagId = parseId(input.tagId, 'The tag')
  if (!(await loadTag(context, tagId))) throw notFound('The tag')
  const table = await findVisibleTable(context, input.tableId)
  const field = metadataOf(table).fields.find(({ name }) => name === input.fieldName)
  if (!field) throw badInput('input.fieldName', 'the table has no such field.')
  return withMutation(context, async (mutation) => {
    await recordTagChange(mutation, tagId)
    const value = await findTagFieldValue(mutation, tagId, table, field)
    if (!value) throw notFound("The tag's record in this table")
    return pinSignal(mutation, value)
  })
}

/** Records the tag as changed. Throws NOT_FOUND if the viewer has no such tag. */
async function recordTagChange(mutation: Mutation, tagId: string): Promise<void> {
  const tag = (await findTags(mutation.tx, mutation.viewer, [tagId])).get(tagId)
  if (!tag) throw notFound('The tag')
  mutation.recordTenantChange({ event_type: 'UPDATED', subject: 'tag', subject_id: tagId, subject_type: tag.tag_type })
}

const ArchiveSignalInput = builder.inputType('ArchiveSignalInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archive: t.boolean({ description: 'False restores the signal. Defaults to true.' }),
  }),
})

builder.mutationField('archiveOneSignal', (t) =>
  t.field({
    type: Signal,
    args: { input: t.arg({ type: ArchiveSignalInput, required: true }) },
    resolve: (_root, { input }, context) =>
      withMutation(context, async (mutation) => {
        const noun = 'The signal'
        const signal = await archiveSignal(mutation, parseId(input._id, noun), input.archive ?? true)
        if (!signal) throw notFound(noun)
        await recordTagChange(mutation, signal.tag_id)
        return signal
      }),
  }),
)
