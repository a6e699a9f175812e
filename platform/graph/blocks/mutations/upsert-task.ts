import { omitUndefined } from '../../../../src/runtime/omit.ts'
import type { BlockKey, Mutation } from '../../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import type { BlockFields } from '../../../storage/graph/blocks/writes.ts'
import { parseEpochMs } from '../../arguments/dates.ts'
import { MAX_LENGTHS, parseText } from '../../arguments/text.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { badInput } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { nullToDefault, parseTitle } from '../field-writers.ts'
import { resolveReference } from '../references.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { Task, TaskStatus } from '../types/task.ts'
import { upsertBlock } from './upsert-block.ts'

const UpsertTaskInput = builder.inputType('UpsertTaskInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Omit to create a task; an unused UUID creates a task with that id.' }),
    title: t.string(),
    summary: t.string(),
    status: t.field({ type: TaskStatus }),
    dateDue: t.float(),
    dateRemindMe: t.float(),
    sharingTags: t.field({
      type: [SharingTagInput],
      description:
        'Links to add or to change; other links are left unchanged. A link with assigned assigns the task to that person.',
    }),
    parentReferenceBlock: t.field({ type: ReferenceBlockInput }),
    priority: t.boolean(),
    snoozed: t.boolean(),
    favorite: t.boolean(),
    proposed: t.boolean(),
    generated: t.boolean({ description: 'Whether an AI has generated the content.' }),
  }),
})

type Input = typeof UpsertTaskInput.$inferInput

builder.mutationField('upsertOneTask', (t) =>
  t.field({
    type: Task,
    description:
      'Creates a task, or changes the fields that are given; null clears a field. All status transitions are allowed.',
    args: { input: t.arg({ type: UpsertTaskInput, required: true }) },
    resolve: (_root, { input }, context) => upsertTask(context, input),
  }),
)

function upsertTask(context: GraphContext, input: Input) {
  return upsertBlock(context, {
    type: 'task',
    noun: 'The task',
    id: input._id,
    sharingTags: input.sharingTags,
    fields: async (mutation, existing) =>
      omitUndefined({
        ...statusFields(mutation, input, existing),
        ...(await parseParent(mutation, input, existing)),
        title: parseTitle(input.title),
        summary: parseText('input.summary', input.summary, MAX_LENGTHS.summary),
        date_due: parseDate('input.dateDue', input.dateDue),
        date_remind_me: parseDate('input.dateRemindMe', input.dateRemindMe),
        priority: nullToDefault(false, input.priority),
        snoozed: nullToDefault(false, input.snoozed),
        proposed: nullToDefault(false, input.proposed),
        generated: nullToDefault(false, input.generated),
      }),
    viewerState: omitUndefined({ favorite: nullToDefault(false, input.favorite) }),
    afterWrite: async (mutation, task, existing) => recordStatusChange(mutation, task, input, existing),
  })
}

const INITIAL_STATUS = 'not_started'

/** Completing a task sets its completion date, and reopening it clears the date. */
function statusFields({ now }: Mutation, input: Input, existing: BlockRow | undefined): BlockFields {
  const status = nullToDefault(INITIAL_STATUS, input.status) ?? (existing ? undefined : INITIAL_STATUS)
  if (status === undefined || status === existing?.status) return {}
  return { status, date_completed: status === 'completed' ? now : null }
}

function recordStatusChange(mutation: Mutation, task: BlockKey, input: Input, existing: BlockRow | undefined): void {
  const newStatus = nullToDefault(INITIAL_STATUS, input.status)
  const oldStatus = existing?.status ?? INITIAL_STATUS
  if (!existing || newStatus === undefined || newStatus === oldStatus) return
  mutation.recordActivity(task, { activity_type: 'STATUS_CHANGED', detail: { oldStatus, newStatus } })
}

async function parseParent(
  mutation: Mutation,
  { parentReferenceBlock: reference }: Input,
  existing: BlockRow | undefined,
) {
  if (reference === undefined) return {}
  if (reference === null) return { parent_id: null, parent_type: null }
  const parent = await resolveReference(mutation, 'input.parentReferenceBlock', reference)
  if (parent.id === existing?.block_id) throw badInput('input.parentReferenceBlock', 'must be another block.')
  return { parent_id: parent.id, parent_type: parent.blockType }
}

function parseDate(argument: string, date: number | null | undefined): number | null | undefined {
  return date == null ? date : parseEpochMs(argument, date)
}
