import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import type { BlockType } from '../../../../platform/storage/postgres/tables/index.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addTag, type BlockSeed, type Content, tenantOf } from '../block-content.ts'

export const DAY = 86_400_000

export const NOW = 1_700_000_000_000

export let api: Api
export let content: Content

/** Starts a platform for the tests of a file. Its exports are set before the first test. */
export function useStagedBlocks(): void {
  beforeAll(async () => {
    api = await startApi()
    content = { db: api.db, now: NOW }
  })
  afterAll(() => api.stop())
}

export const SEARCH = `query Search($input: GraphSearchInput) {
  searchGraph(input: $input) { __typename _id title }
  searchGraphCount(input: $input)
}`

export const OTHER = randomUUID()

export const TAG = randomUUID()

export type StagedBlock = BlockSeed & { type?: BlockType }

/** A block with a link to the tag. */
export const linked = (link: object) => ({ links: [{ tag: TAG, ...link }] })

/** Creates a tenant with blocks in this order, each changed a day after the next one. */
export async function stage(seeds: readonly StagedBlock[]): Promise<{ viewer: Tenant; ids: string[] }> {
  const viewer = await tenantOf(api, newEmail())
  if (seeds.some(({ links }) => links)) await addTag(content, viewer, { id: TAG })
  const ids: string[] = []
  for (const [index, { type = 'note', ...seed }] of seeds.entries()) {
    ids.push(await addBlock(content, viewer, type, { date_updated: NOW - index * DAY, ...seed }))
  }
  return { viewer, ids }
}

/** Searches with an input as a person. */
export async function searched({ email }: Tenant, input: object): Promise<{ ids: string[]; count: unknown }> {
  const { data, errors } = await api.execute(email, SEARCH, { input })
  expect(errors).toBeUndefined()
  return { ids: idsOf(data.searchGraph), count: data.searchGraphCount }
}

/** The ids of a list of blocks, in its order. */
export function idsOf(list: unknown): string[] {
  return (list as { _id: string }[]).map(({ _id }) => _id)
}
