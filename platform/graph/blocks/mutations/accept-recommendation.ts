import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { acceptIfOpen } from '../../../storage/graph/user/recommendations.ts'
import { validIds } from '../../arguments/ids.ts'

/** Accepts the recommendation that a write was made for, if the viewer has it and it is open. */
export async function acceptRecommendation(
  mutation: Mutation,
  recommendationId: string | null | undefined,
): Promise<void> {
  const [id] = validIds(recommendationId == null ? [] : [recommendationId])
  if (id !== undefined) await acceptIfOpen(mutation, id)
}
