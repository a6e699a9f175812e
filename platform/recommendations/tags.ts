import type { Participant } from '../storage/graph/recommending/people.ts'

const MAX_TAGS = 6

/** The tags that a recommendation is shown with: people and their companies. */
export function toTagIds(people: readonly Participant[]): string[] {
  const ids = people.flatMap(({ tag_id, organization_id }) => [tag_id, ...(organization_id ? [organization_id] : [])])
  return [...new Set(ids)].slice(0, MAX_TAGS)
}
