import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { type Content, tenantOf } from '../block-content.ts'

export let api: Api
export let content: Content
/** Has a new account in every test. */
export let owner: Tenant

/** Starts a platform for the tests of a file. Its exports are set before each test. */
export function useRecommendations(): void {
  beforeAll(async () => {
    api = await startApi()
    content = { db: api.db, now: 1_700_000_000_000 }
  })
  afterAll(() => api.stop())

  beforeEach(async () => {
    owner = await tenantOf(api, newEmail())
  })
}

const DETAILS = `
  upsertRecommendation { blockType title document tagIds block { _id } }
  tagRecommendation { tag { _id } fields { name value } }
  shareRecommendation { referenceBlock { id blockType } tagId sharingLevel }
  businessObjectRecommendation { tagId url provider }
  mergeTagsRecommendation { tagIds keepTagId }
  meetingRecommendation { eventId tagIds }
  followUpRecommendation { referenceBlock { id blockType } dateDue }
  syncPausedRecommendation { connectionId application sync health failedCount lastError { detail } }
  reconnectRecommendation { connectionId application reason connectUrl }
  insightRecommendation { tagId tableId text }`

const FIELDS = `_id recommendationType state displayTitle displayDescription displayLabel tagIds dateExpires
  navigation { route tagId blockId } ${DETAILS}`

export const ADD = `mutation M($input: AddRecommendationInput!) { addRecommendation(input: $input) { ${FIELDS} } }`

export const ACCEPT = `mutation M($input: AcceptRecommendationInput!) {
  acceptRecommendation(input: $input) {
    recommendation { _id state }
    block { _id __typename title text tags { _id } parentReferenceBlock { id } sharingTags { tagId shared sharingLevel } }
  }
}`

const LIST = `query Q($input: RecommendationsInput) { recommendations(input: $input) { ${FIELDS} } }`

export type Shown = Record<string, unknown> & { _id: string }

export async function add(input: object): Promise<Shown> {
  const { data, errors } = await api.execute(owner.email, ADD, { input: { displayTitle: 'Do it', ...input } })
  expect(errors).toBeUndefined()
  return data.addRecommendation as Shown
}

export async function list(input: object = {}, email = owner.email): Promise<Shown[]> {
  const { data, errors } = await api.execute(email, LIST, { input })
  expect(errors).toBeUndefined()
  return data.recommendations as Shown[]
}

export async function accept(_id: string): Promise<Record<string, unknown>> {
  const { data, errors } = await api.execute(owner.email, ACCEPT, { input: { _id } })
  expect(errors).toBeUndefined()
  return data.acceptRecommendation as Record<string, unknown>
}

/** The names of a recommendation's details that are set. */
export function detailsOf(shown: Shown): string[] {
  return Object.keys(shown).filter((name) => name.endsWith('Recommendation') && shown[name] !== null)
}
