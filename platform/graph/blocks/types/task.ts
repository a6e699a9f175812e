import { countSubtasks } from '../../../storage/graph/blocks/children.ts'
import { type BatchFunction, load } from '../../batch-loader.ts'
import { caseInsensitiveEnum } from '../../builder.ts'
import { loadTag, Tag } from '../../tags/tag.ts'
import { loadSharingTags } from '../links.ts'
import { defineBlockType } from './block.ts'

const TASK_STATUSES = ['not_started', 'in_progress', 'completed'] as const
export type TaskStatusName = (typeof TASK_STATUSES)[number]

export const TaskStatus = caseInsensitiveEnum('TaskStatus', TASK_STATUSES)

const readSubtaskCounts: BatchFunction<string, number> = ({ db, viewer }, ids) => countSubtasks(db, viewer, ids)

export const Task = defineBlockType('task', 'A task.', (t) => ({
  status: t.field({ type: TaskStatus, resolve: ({ status }) => (status ?? 'not_started') as TaskStatusName }),
  dateDue: t.exposeFloat('date_due', { nullable: true }),
  dateRemindMe: t.exposeFloat('date_remind_me', { nullable: true }),
  dateCompleted: t.exposeFloat('date_completed', { nullable: true }),
  priority: t.exposeBoolean('priority'),
  assignedTags: t.field({
    type: [Tag],
    nullable: { list: false, items: false },
    description: 'The people that the task is assigned to.',
    resolve: async (task, _args, context) => {
      const assigned = (await loadSharingTags(context, task)).filter((link) => link.assigned)
      const tags = await Promise.all(assigned.map(({ tag_id }) => loadTag(context, tag_id)))
      return tags.filter((tag) => tag !== undefined)
    },
  }),
  subtaskCount: t.int({
    description: 'The number of subtasks, completed or not.',
    resolve: async ({ block_id }, _args, context) => (await load(context, readSubtaskCounts, block_id)) ?? 0,
  }),
}))
