import { afterAll, beforeAll } from '@jest/globals'
import fc from 'fast-check'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../../../platform/storage/postgres/tables/index.ts'
import { type Api, startApi } from '../api.ts'
import { createTestGraph, type GraphUser, NOON, type TestGraph, WORDS } from './fixtures.ts'
import { type Input, Oracle } from './oracle.ts'

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

export let api: Api
export let world: TestGraph
export let oracle: Oracle
export let blocks: Row<'blocks'>[]
export let links: Row<'sharing'>[]
export let tags: Row<'tags'>[]
/** Starts a platform with a generated graph for the tests of a file. Its exports are set before the first test. */
export function useRelatedGraph(): void {
  beforeAll(async () => {
    api = await startApi()
    world = await createTestGraph(api, 7, 70)
    oracle = await new Oracle(api.db).read()
    ;[blocks, links, tags] = await Promise.all([
      api.db.selectFrom('blocks').selectAll().execute(),
      api.db.selectFrom('sharing').selectAll().execute(),
      api.db.selectFrom('tags').selectAll().execute(),
    ])
    await relate()
    // So that most words are known to be frequent.
    await sql`analyze blocks`.execute(api.db)
  })
  afterAll(() => api.stop())
}

/** Adds references between some of the blocks. */
async function relate(): Promise<void> {
  for (const [index, block] of blocks.entries()) {
    const second = blocks[(index * 7 + 3) % blocks.length]
    if (index % 4 !== 0 || !second || second.tenant_id !== block.tenant_id || second === block) continue
    const ids = { tenant_id: block.tenant_id, source_id: block.block_id, target_id: second.block_id }
    await api.db
      .insertInto('block_links')
      .values({ ...ids, kind: 'watches', date_created: NOON })
      .execute()
  }
}

export const personOf = (index: number) => world.people[index] as GraphUser

export const viewers = fc.nat(2)

/** Scopes by tags, by words, by types, or without filters. */
export function scopes(viewer: GraphUser): fc.Arbitrary<Input> {
  return fc.oneof(
    fc.subarray(viewer.tags, { minLength: 1 }).map((tagIds) => ({ tagIds })),
    fc.constantFrom(...viewer.tags).map((id) => ({ tags: [{ _ids: [id], shared: true }] })),
    fc.constantFrom(...WORDS).map((searchString) => ({ searchString })),
    fc.subarray(world.blocks, { minLength: 1 }).map((_ids) => ({ _ids })),
    fc.constant<Input>({ _ids: world.blocks, blockTypes: ['note', 'task'] }),
  )
}

export interface Related {
  _id: string
  occurrenceCount: number
  coOccurrencePercentage: number
  relevanceScore: number
  blockTypes: Record<string, number>
}

/** Computes the tags of a scope from all links. */
export async function related(viewer: GraphUser, input: Input, except: readonly string[]): Promise<Related[]> {
  const scope = new Set(await oracle.search(viewer, input))
  const own = links.filter(({ tenant_id }) => tenant_id === viewer.tenantId)
  return tags
    .filter(({ tenant_id, archived }) => tenant_id === viewer.tenantId && !archived)
    .filter(({ tag_id }) => tag_id !== viewer.tagId && !except.includes(tag_id))
    .flatMap(({ tag_id }) => {
      const on = own.filter((link) => link.tag_id === tag_id && scope.has(link.block_id))
      const total = own.filter((link) => link.tag_id === tag_id && !link.archived).length
      const types = Map.groupBy(on, ({ block_type }) => block_type)
      return on.length === 0
        ? []
        : {
            _id: tag_id,
            occurrenceCount: on.length,
            coOccurrencePercentage: (100 * on.length) / scope.size,
            relevanceScore: on.length / Math.sqrt(scope.size * Math.max(total, on.length)),
            blockTypes: Object.fromEntries([...types].map(([type, some]) => [type, some.length])),
          }
    })
}
