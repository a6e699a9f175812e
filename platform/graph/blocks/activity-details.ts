import type { ActivityRow, ActivityType } from '../../storage/graph/access/activities.ts'
import { builder } from '../builder.ts'
import { loadTag, Tag } from '../tags/tag.ts'
import { TaskStatus, type TaskStatusName } from './types/task.ts'

const StatusChange = builder.objectRef<ActivityRow>('StatusChange').implement({
  fields: (t) => ({
    oldStatus: t.field({ type: TaskStatus, resolve: ({ detail }) => detail.oldStatus as TaskStatusName }),
    newStatus: t.field({ type: TaskStatus, resolve: ({ detail }) => detail.newStatus as TaskStatusName }),
  }),
})

const Rename = builder.objectRef<ActivityRow>('Rename').implement({
  fields: (t) => ({
    oldTitle: t.string({ resolve: ({ detail }) => detail.oldTitle as string }),
    newTitle: t.string({ resolve: ({ detail }) => detail.newTitle as string }),
  }),
})

const SharingChange = builder.objectRef<ActivityRow>('SharingChange').implement({
  description: 'Details of SHARED, UNSHARED, ASSIGNED and UNASSIGNED.',
  fields: (t) => ({
    tagId: t.exposeString('tag_id', {
      nullable: true,
      description: "The tag that was affected, if it is in the viewer's graph.",
    }),
    tag: t.field({
      type: Tag,
      nullable: true,
      resolve: async ({ tag_id }, _args, context) =>
        tag_id === null ? null : ((await loadTag(context, tag_id)) ?? null),
    }),
    sharingLevel: t.int({ resolve: ({ detail }) => detail.sharingLevel as number | undefined }),
  }),
})

const Comment = builder.objectRef<ActivityRow>('Comment').implement({
  fields: (t) => ({ messageId: t.string({ resolve: ({ detail }) => detail.messageId as string }) }),
})

/** The type of detail by activity type. Other activities have no detail. */
const DETAIL_TYPES: Partial<Record<ActivityType, string>> = {
  STATUS_CHANGED: 'StatusChange',
  RENAMED: 'Rename',
  SHARED: 'SharingChange',
  UNSHARED: 'SharingChange',
  ASSIGNED: 'SharingChange',
  UNASSIGNED: 'SharingChange',
  COMMENTED: 'Comment',
}

export function hasDetail({ activity_type }: ActivityRow): boolean {
  return activity_type in DETAIL_TYPES
}

export const ActivityDetail = builder.unionType('BlockActivityDetail', {
  types: [StatusChange, Rename, SharingChange, Comment],
  resolveType: ({ activity_type }) => DETAIL_TYPES[activity_type],
})
