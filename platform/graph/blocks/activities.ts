import { type ActivityRow, listActivities } from '../../storage/graph/access/activities.ts'
import { ACTIVITY_TYPES } from '../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { loadCreatorNames } from '../../storage/graph/blocks/related-rows.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { ActivityDetail, hasDetail } from './activity-details.ts'
import { findVisibleBlock } from './find-block.ts'

/** An entry of a block's history, with the block's provider. */
export type Activity = ActivityRow & { provider: string | null }

const readNames: BatchFunction<string, string> = ({ db }, tenantIds) => loadCreatorNames(db, tenantIds)

const BlockActivityType = caseInsensitiveEnum('BlockActivityType', ACTIVITY_TYPES)
const ActorType = caseInsensitiveEnum('ActorType', ['TENANT', 'AGENT', 'SYSTEM', 'PROVIDER'])

const Actor = builder.objectRef<Activity>('Actor').implement({
  description: 'Who performed the action. Of other accounts only the name is shown.',
  fields: (t) => ({
    name: t.string({
      resolve: async ({ actor_id, actor_type, provider }, _args, context) => {
        if (actor_type === 'PROVIDER') return provider
        return actor_id === null ? null : load(context, readNames, actor_id)
      },
    }),
    self: t.boolean({
      nullable: false,
      description: 'True if the actor is the viewer.',
      resolve: ({ actor_id }, _args, { viewer }) => actor_id === viewer.tenantId,
    }),
  }),
})

const BlockActivity = builder.objectRef<Activity>('BlockActivity').implement({
  description: "An entry of a block's history.",
  fields: (t) => ({
    activityType: t.expose('activity_type', { type: BlockActivityType, nullable: false }),
    actorType: t.expose('actor_type', { type: ActorType, nullable: false }),
    actor: t.field({ type: Actor, resolve: (activity) => activity }),
    dateCreated: t.exposeFloat('date_created', { nullable: false }),
    detail: t.field({
      type: ActivityDetail,
      nullable: true,
      description: 'Details that depend on the type of activity.',
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
    resolve: (_root, { input }, context) => listBlockActivities(context, input),
  }),
)

async function listBlockActivities(
  context: GraphContext,
  { blockId, activityTypes, size }: Input,
): Promise<Activity[]> {
  const block: BlockRow = await findVisibleBlock(context, blockId)
  const query = { types: activityTypes ?? undefined, size: parsePageRequest({ size }, context).size }
  const activities = await listActivities(context.db, context.viewer, block, query)
  return activities.map((activity) => ({ ...activity, provider: block.provider }))
}
