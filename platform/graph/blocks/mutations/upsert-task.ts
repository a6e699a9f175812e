import type { BlockKey, Mutation } from '../../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import type { BlockFields } from '../../../storage/graph/blocks/writes.ts'
import { parseEpochMs } from '../../arguments/dates.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { badInput } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { resolveReference } from '../block-references.ts'
import { MAX_LENGTHS, nullToDefault, parseText, parseTitle, sent } from '../field-writers.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { Task, TaskStatus } from '../types/task.ts'
import { upsertBlock } from './upsert-block.ts'

const UpsertTaskInput = builder.inputType('UpsertTaskInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Absent: a new task. A new UUID: a new task of that id.' }),
    title: t.string(),
    summary: t.string(),
    status: t.field({ type: TaskStatus }),
    dateDue: t.float(),
    dateRemindMe: t.float(),
    sharingTags: t.field({
      type: [SharingTagInput],
      description: 'Links to add or to change; others stay. Whoever shall do it is assigned by theirs.',
    }),
    parentReferenceBlock: t.field({ type: ReferenceBlockInput }),
    priority: t.boolean(),
    snoozed: t.boolean(),
    favorite: t.boolean(),
    proposed: t.boolean(),
  }),
})

type Input = typeof UpsertTaskInput.$inferInput

builder.mutationField('upsertOneTask', (t) =>
  t.field({
    type: Task,
    description: 'Only fields that are sent are set; null clears. A task may go from each status to every other.',
    args: { input: t.arg({ type: UpsertTaskInput, required: true }) },
    resolve: (_root, { input }, context) => upsertTask(context, input),
  }),
)

function upsertTask(context: GraphContext, input: Input) {
  return upsertBlock(context, {
    ...{ type: 'task', what: 'The task', id: input._id, sharingTags: input.sharingTags },
    fields: async (mutation, known) =>
      sent({
        ...statusFields(mutation, input, known),
        ...(await parentFields(mutation, input, known)),
        title: parseTitle(input.title),
        summary: parseText('input.summary', input.summary, MAX_LENGTHS.summary),
        date_due: dateOf('input.dateDue', input.dateDue),
        date_remind_me: dateOf('input.dateRemindMe', input.dateRemindMe),
        priority: nullToDefault(false, input.priority),
        snoozed: nullToDefault(false, input.snoozed),
        proposed: nullToDefault(false, input.proposed),
      }),
    viewerState: sent({ favorite: nullToDefault(false, input.favorite) }),
    afterWrite: async (mutation, task, known) => noteStatus(mutation, task, input, known),
  })
}

const FIRST = 'not_started'

/** Completing a task dates it, and reopening it takes the date away. */
function statusFields({ now }: Mutation, input: Input, known: BlockRow | undefined): BlockFields {
  const status = nullToDefault(FIRST, input.status) ?? (known ? undefined : FIRST)
  if (status === undefined || status === known?.status) return {}
  return { status, date_completed: status === 'completed' ? now : null }
}

function noteStatus(mutation: Mutation, task: BlockKey, input: Input, known: BlockRow | undefined): void {
  const newStatus = nullToDefault(FIRST, input.status)
  const oldStatus = known?.status ?? FIRST
  if (!known || newStatus === undefined || newStatus === oldStatus) return
  mutation.recordActivity(task, { activity_type: 'STATUS_CHANGED', detail: { oldStatus, newStatus } })
}

async function parentFields(mutation: Mutation, { parentReferenceBlock: given }: Input, known: BlockRow | undefined) {
  if (given === undefined) return {}
  if (given === null) return { parent_id: null, parent_type: null }
  const parent = await resolveReference(mutation, 'input.parentReferenceBlock', given)
  if (parent.id === known?.block_id) throw badInput('input.parentReferenceBlock', 'must be another block.')
  return { parent_id: parent.id, parent_type: parent.blockType }
}

function dateOf(argument: string, given: number | null | undefined): number | null | undefined {
  return given == null ? given : parseEpochMs(argument, given)
}
