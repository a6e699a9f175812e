import type { Mutation } from '../../storage/graph/access/mutation.ts'
import {
  findRecommendation,
  lockRecommendation,
  type RecommendationRow,
  updateRecommendation,
} from '../../storage/graph/user/recommendations.ts'
import { parseEpochMs } from '../arguments/dates.ts'
import { parseId } from '../arguments/ids.ts'
import { MAX_LENGTHS, parseText } from '../arguments/text.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { conflict, notFound } from '../errors.ts'
import { withMutation } from '../with-mutation.ts'
import { Recommendation } from './recommendation.ts'

const NOUN = 'The recommendation'

/** Locks an open recommendation of the viewer. Throws NOT_FOUND, and CONFLICT if it is not open. */
export async function lockOpenRecommendation(mutation: Mutation, id: string): Promise<RecommendationRow> {
  const recommendation = await lockRecommendation(mutation, parseId(id, NOUN))
  if (!recommendation) throw notFound(NOUN)
  if (recommendation.state !== 'open') throw conflict(`The recommendation is ${recommendation.state}.`)
  return recommendation
}

/** Loads a recommendation after a change. Throws NOT_FOUND. */
export async function loadRecommendation({ db, viewer }: GraphContext, id: string): Promise<RecommendationRow> {
  const recommendation = await findRecommendation(db, viewer, parseId(id, NOUN))
  if (!recommendation) throw notFound(NOUN)
  return recommendation
}

const DismissRecommendationInput = builder.inputType('DismissRecommendationInput', {
  fields: (t) => ({ _id: t.string({ required: true }), reason: t.string() }),
})

builder.mutationField('dismissRecommendation', (t) =>
  t.field({
    type: Recommendation,
    args: { input: t.arg({ type: DismissRecommendationInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const dismissReason = parseText('input.reason', input.reason ?? undefined, MAX_LENGTHS.name)
      const reason = dismissReason === undefined ? {} : { dismissReason }
      await withMutation(context, async (mutation) =>
        updateRecommendation(mutation, await lockOpenRecommendation(mutation, input._id), {
          state: 'dismissed',
          ...reason,
        }),
      )
      return loadRecommendation(context, input._id)
    },
  }),
)

const SnoozeRecommendationInput = builder.inputType('SnoozeRecommendationInput', {
  fields: (t) => ({ _id: t.string({ required: true }), dateUntil: t.float({ required: true }) }),
})

builder.mutationField('snoozeRecommendation', (t) =>
  t.field({
    type: Recommendation,
    description: 'Hides a recommendation until the given time.',
    args: { input: t.arg({ type: SnoozeRecommendationInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const dateSnoozedUntil = parseEpochMs('input.dateUntil', input.dateUntil)
      await withMutation(context, async (mutation) =>
        updateRecommendation(mutation, await lockOpenRecommendation(mutation, input._id), { dateSnoozedUntil }),
      )
      return loadRecommendation(context, input._id)
    },
  }),
)
