import type { Mutation } from '../../storage/graph/access/mutation.ts'
import {
  findRecommendation,
  lockRecommendation,
  type RecommendationRow,
  updateRecommendation,
} from '../../storage/graph/user/recommendations.ts'
import { parseEpochMs } from '../arguments/dates.ts'
import { parseId } from '../arguments/ids.ts'
import { MAX_LENGTHS, parseText } from '../blocks/field-writers.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { conflict, notFound } from '../errors.ts'
import { withMutation } from '../with-mutation.ts'
import { Recommendation } from './recommendation.ts'

const WHAT = 'The recommendation'

/** The viewer's recommendation, locked and still open. */
export async function lockOpenRecommendation(mutation: Mutation, id: string): Promise<RecommendationRow> {
  const known = await lockRecommendation(mutation, parseId(id, WHAT))
  if (!known) throw notFound(WHAT)
  if (known.state !== 'open') throw conflict(`The recommendation is ${known.state}.`)
  return known
}

/** As it stands after a change. */
export async function loadRecommendation({ db, viewer }: GraphContext, id: string): Promise<RecommendationRow> {
  const known = await findRecommendation(db, viewer, parseId(id, WHAT))
  if (!known) throw notFound(WHAT)
  return known
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
    description: 'It comes back at that time.',
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
