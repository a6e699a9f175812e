import type { ProviderDefinition } from '../../src/contract/index.ts'
import type { Mutation } from '../storage/graph/access/mutation.ts'
import {
  findSettled,
  listAutomatic,
  type OpenRecommendation,
  resolveRecommendations,
} from '../storage/graph/recommending/save.ts'
import { saveRecommendation } from '../storage/graph/user/recommendations.ts'
import { findTimeZone } from '../storage/time-zone.ts'
import type { Candidate } from './candidate.ts'
import { findFollowUps } from './follow-ups.ts'
import { findMeetings } from './meetings.ts'
import { findContacts, findDuplicates } from './people.ts'

/** Maximum number of open recommendations of each type that the platform makes by itself. */
export const MAX_OPEN_PER_TYPE = 3

export interface RecommendationSources {
  /** The tenant's own address. */
  email: string
  definitions: readonly ProviderDefinition[]
}

/** Makes recommendations from what the tenant sees, and resolves those whose reason is gone. */
export async function recommend(mutation: Mutation, { email, definitions }: RecommendationSources): Promise<void> {
  const timeZone = await findTimeZone(mutation.tx, mutation.viewer)
  const candidates = [
    ...(await findMeetings(mutation, email, timeZone)),
    ...(await findFollowUps(mutation, email.toLowerCase(), timeZone)),
    ...(await findContacts(mutation, definitions)),
    ...(await findDuplicates(mutation)),
  ]
  const settled = await findSettled(
    mutation,
    candidates.map(({ subject }) => subject),
  )
  const current = new Map(candidates.filter(({ subject }) => !settled.has(subject)).map((each) => [each.subject, each]))
  const open = new Map((await listAutomatic(mutation)).map((row) => [row.subject, row]))
  await resolveRecommendations(
    mutation,
    [...open.values()].filter(({ subject }) => !current.has(subject)),
  )
  for (const candidate of selectNew([...current.values()], open)) {
    await saveRecommendation(mutation, {
      ...candidate,
      automatic: true,
      navigation: candidate.referenceBlockId
        ? { route: 'block', blockId: candidate.referenceBlockId }
        : { route: 'tag', tagId: candidate.tagIds[0] },
      referenceBlockId: candidate.referenceBlockId,
      dateExpires: candidate.dateExpires,
    })
  }
}

/** Those that are open already and read differently now, and new ones as far as there is room. */
function selectNew(candidates: readonly Candidate[], open: ReadonlyMap<string, OpenRecommendation>): Candidate[] {
  const counts = new Map<string, number>()
  for (const { subject, type } of candidates) if (open.has(subject)) counts.set(type, (counts.get(type) ?? 0) + 1)
  return candidates.filter(({ subject, type, title, description }) => {
    const existing = open.get(subject)
    if (existing) return existing.display_title !== title || existing.display_description !== description
    const count = counts.get(type) ?? 0
    counts.set(type, count + 1)
    return count < MAX_OPEN_PER_TYPE
  })
}
