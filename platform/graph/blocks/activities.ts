import { type ActivityRow, listActivities } from '../../storage/graph/access/activities.ts'
import { ACTIVITY_TYPES } from '../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { loadCreatorNames } from '../../storage/graph/blocks/related-rows.ts'
import { parseSlice } from '../arguments/paging.ts'
import { bothCases, builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { load, type Reader } from '../together.ts'
import { ActivityDetail, hasDetail } from './activity-details.ts'
import { findVisibleBlock } from './find-block.ts'

/** Something that was done to a block, and what its provider is called. */
export type Activity = ActivityRow & { provider: string | null }

const readNames: Reader<string, string> = ({ db }, tenantIds) => loadCreatorNames(db, tenantIds)

const BlockActivityType = bothCases('BlockActivityType', ACTIVITY_TYPES)
const ActorType = bothCases('ActorType', ['TENANT', 'AGENT', 'SYSTEM', 'PROVIDER'])

const Actor = builder.objectRef<Activity>('Actor').implement({
  description: 'Who did it. Of other accounts the name is all that is told.',
  fields: (t) => ({
    name: t.string({
      resolve: async ({ actor_id, actor_type, provider }, _args, context) => {
        if (actor_type === 'PROVIDER') return provider
        return actor_id === null ? null : load(context, readNames, actor_id)
      },
    }),
    self: t.boolean({
      nullable: false,
      description: 'Whether it is the viewer.',
      resolve: ({ actor_id }, _args, { viewer }) => actor_id === viewer.tenantId,
    }),
  }),
})

const BlockActivity = builder.objectRef<Activity>('BlockActivity').implement({
  description: 'Something that was done to a block.',
  fields: (t) => ({
    activityType: t.expose('activity_type', { type: BlockActivityType, nullable: false }),
    actorType: t.expose('actor_type', { type: ActorType, nullable: false }),
    actor: t.field({ type: Actor, resolve: (activity) => activity }),
    dateCreated: t.exposeFloat('date_created', { nullable: false }),
    detail: t.field({
      type: ActivityDetail,
      nullable: true,
      description: 'What there is to say of an activity of its type.',
      resolve: (activity) => (hasDetail(activity) ? activity : null),
    }),
  }),
})

const FindBlockActivitiesInput = builder.inputType('FindBlockActivitiesInput', {
  fields: (t) => ({
    blockId: t.string({ required: true }),
    activityTypes: t.field({ type: [BlockActivityType] }),
    size: t.int(),
  }),
})

type Input = typeof FindBlockActivitiesInput.$inferInput

builder.queryField('blockActivities', (t) =>
  t.field({
    type: [BlockActivity],
    nullable: { list: true, items: false },
    description: 'Newest first.',
    args: { input: t.arg({ type: FindBlockActivitiesInput, required: true }) },
    resolve: (_root, { input }, context) => activitiesOf(context, input),
  }),
)

async function activitiesOf(context: GraphContext, { blockId, activityTypes, size }: Input): Promise<Activity[]> {
  const block: BlockRow = await findVisibleBlock(context, blockId)
  const question = { types: activityTypes ?? undefined, size: parseSlice({ size }, context).size }
  const activities = await listActivities(context.db, context.viewer, block, question)
  return activities.map((activity) => ({ ...activity, provider: block.provider }))
}
