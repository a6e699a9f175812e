import type { Edit } from '../../../storage/graph/access/mutation.ts'
import { acceptIfOpen } from '../../../storage/graph/user/recommendations.ts'
import { knownIds } from '../../arguments/ids.ts'

/** What was written by a recommendation settles it; one that the viewer does not have settles nothing. */
export async function accept(edit: Edit, recommendationId: string | null | undefined): Promise<void> {
  const [id] = knownIds(recommendationId == null ? [] : [recommendationId])
  if (id !== undefined) await acceptIfOpen(edit, id)
}
