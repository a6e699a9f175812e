import type { Edit } from '../../storage/graph/access/mutation.ts'
import {
  findRecommendation,
  lockRecommendation,
  type RecommendationRow,
  settleRecommendation,
} from '../../storage/graph/user/recommendations.ts'
import { LONGEST, textOf } from '../blocks/field-writers.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { epochMs } from '../arguments/dates.ts'
import { edit } from '../with-mutation.ts'
import { conflict, notFound } from '../errors.ts'
import { idOf } from '../arguments/ids.ts'
import { Recommendation } from './recommendation.ts'

const WHAT = 'The recommendation'

/** The viewer's recommendation, locked and still open. */
export async function lockOpen(edit: Edit, id: string): Promise<RecommendationRow> {
  const known = await lockRecommendation(edit, idOf(id, WHAT))
  if (!known) throw notFound(WHAT)
  if (known.state !== 'open') throw conflict(`The recommendation is ${known.state}.`)
  return known
}

/** As it stands after a change. */
export async function recommendationOf({ db, viewer }: GraphContext, id: string): Promise<RecommendationRow> {
  const known = await findRecommendation(db, viewer, idOf(id, WHAT))
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
      const dismissReason = textOf('input.reason', input.reason ?? undefined, LONGEST.name)
      const reason = dismissReason === undefined ? {} : { dismissReason }
      await edit(context, async (edit) =>
        settleRecommendation(edit, await lockOpen(edit, input._id), { state: 'dismissed', ...reason }),
      )
      return recommendationOf(context, input._id)
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
      const dateSnoozedUntil = epochMs('input.dateUntil', input.dateUntil)
      await edit(context, async (edit) =>
        settleRecommendation(edit, await lockOpen(edit, input._id), { dateSnoozedUntil }),
      )
      return recommendationOf(context, input._id)
    },
  }),
)
