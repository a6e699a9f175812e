import type { Edit } from '../../storage/graph/access/mutation.ts'
import { archiveSignal, findFieldOfTag, pinSignal, type SignalRow } from '../../storage/graph/blocks/signals.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { edit } from '../with-mutation.ts'
import { badInput, notFound } from '../errors.ts'
import { idOf } from '../arguments/ids.ts'
import { tagOf } from '../tags/tag.ts'
import { metadataOf } from './contract.ts'
import { Signal } from './signal.ts'
import { visibleTable } from './tables.ts'

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
    description: "Pins a field of a tag's row in a table to the tag; of several rows, of the one that changed last.",
    args: { input: t.arg({ type: UpsertSignalInput, required: true }) },
    resolve: (_root, { input }, context) => pin(input, context),
  }),
)

async function pin(input: typeof UpsertSignalInput.$inferInput, context: GraphContext): Promise<SignalRow> {
  const tagId = idOf(input.tagId, 'The tag')
  if (!(await tagOf(context, tagId))) throw notFound('The tag')
  const table = await visibleTable(context, input.tableId)
  const field = metadataOf(table).fields.find(({ name }) => name === input.fieldName)
  if (!field) throw badInput('input.fieldName', 'the table has no such field.')
  return edit(context, async (edit) => {
    await tellOfTag(edit, tagId)
    const value = await findFieldOfTag(edit, tagId, table, field)
    if (!value) throw notFound("The tag's row in this table")
    return pinSignal(edit, value)
  })
}

/** Throws NOT_FOUND where the viewer has no such tag. */
async function tellOfTag(edit: Edit, tagId: string): Promise<void> {
  const tag = (await findTags(edit.tx, edit.viewer, [tagId])).get(tagId)
  if (!tag) throw notFound('The tag')
  edit.changedOther({ event_type: 'UPDATED', subject: 'tag', subject_id: tagId, subject_type: tag.tag_type })
}

const ArchiveSignalInput = builder.inputType('ArchiveSignalInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archive: t.boolean({ description: 'True unless given; false restores.' }),
  }),
})

builder.mutationField('archiveOneSignal', (t) =>
  t.field({
    type: Signal,
    args: { input: t.arg({ type: ArchiveSignalInput, required: true }) },
    resolve: (_root, { input }, context) =>
      edit(context, async (edit) => {
        const what = 'The signal'
        const signal = await archiveSignal(edit, idOf(input._id, what), input.archive ?? true)
        if (!signal) throw notFound(what)
        await tellOfTag(edit, signal.tag_id)
        return signal
      }),
  }),
)
