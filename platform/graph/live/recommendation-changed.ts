import type { ChangeEvent } from '../../storage/changes.ts'
import { findRecommendation, type RecommendationRow } from '../../storage/graph/user/recommendations.ts'
import { type BatchFunction, load } from '../batch-loader.ts'
import { builder } from '../builder.ts'
import { Recommendation } from '../user/recommendation.ts'
import { eventFields } from './event-fields.ts'
import { followChanges } from './follow.ts'

const readRecommendations: BatchFunction<string, RecommendationRow> = async ({ db, viewer }, ids) => {
  const found = await Promise.all(ids.map((id) => findRecommendation(db, viewer, id)))
  return new Map(found.flatMap((row) => (row ? [[row.recommendation_id, row] as const] : [])))
}

const RecommendationEvent = builder.objectRef<ChangeEvent>('RecommendationEvent').implement({
  description: 'A recommendation was added, changed or removed.',
  fields: (t) => ({
    ...eventFields(t),
    recommendation: t.field({
      type: Recommendation,
      nullable: true,
      resolve: ({ subject_id }, _args, context) => load(context, readRecommendations, subject_id),
    }),
  }),
})

builder.subscriptionField('recommendationChanged', (t) =>
  t.field({
    type: RecommendationEvent,
    nullable: false,
    subscribe: (_root, _args, context) =>
      followChanges(context, (changes) => changes.filter(({ subject }) => subject === 'recommendation')),
    resolve: (event) => event,
  }),
)
