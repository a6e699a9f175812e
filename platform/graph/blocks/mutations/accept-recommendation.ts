import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { acceptIfOpen } from '../../../storage/graph/user/recommendations.ts'
import { validIds } from '../../arguments/ids.ts'

/** What was written by a recommendation settles it; one that the viewer does not have settles nothing. */
export async function acceptRecommendation(
  mutation: Mutation,
  recommendationId: string | null | undefined,
): Promise<void> {
  const [id] = validIds(recommendationId == null ? [] : [recommendationId])
  if (id !== undefined) await acceptIfOpen(mutation, id)
}
