import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../../platform/storage/postgres/tables/index.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { type Api, codeOf, startApi } from '../api.ts'
import { createTestGraph, type GraphUser, NOON, type TestGraph, WORDS } from './fixtures.ts'
import { type Input, Oracle } from './oracle.ts'

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

let api: Api
let world: TestGraph
let oracle: Oracle
let blocks: Row<'blocks'>[]
let links: Row<'sharing'>[]
let tags: Row<'tags'>[]
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
})
afterAll(() => api.stop())

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

const personOf = (index: number) => world.people[index] as GraphUser

const viewers = fc.nat(2)

/** Scopes by tags, by words, by types, or without filters. */
function scopes(viewer: GraphUser): fc.Arbitrary<Input> {
  return fc.oneof(
    fc.subarray(viewer.tags, { minLength: 1 }).map((tagIds) => ({ tagIds })),
    fc.constantFrom(...viewer.tags).map((id) => ({ tags: [{ _ids: [id], shared: true }] })),
    fc.constantFrom(...WORDS).map((searchString) => ({ searchString })),
    fc.subarray(world.blocks, { minLength: 1 }).map((_ids) => ({ _ids })),
    fc.constant<Input>({ _ids: world.blocks, blockTypes: ['note', 'task'] }),
  )
}

interface Related {
  _id: string
  occurrenceCount: number
  coOccurrencePercentage: number
  relevanceScore: number
  blockTypes: Record<string, number>
}

/** Computes the tags of a scope from all links. */
async function related(viewer: GraphUser, input: Input, except: readonly string[]): Promise<Related[]> {
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

const RELATED = '_id occurrenceCount coOccurrencePercentage relevanceScore blockTypes { note task email event website }'

const SEARCH = `query Q($input: GraphSearchTagsInput) { searchGraphTags(input: $input) { ${RELATED} } }`

async function searchTags(viewer: GraphUser, input: object): Promise<Related[]> {
  const { data, errors } = await api.execute(viewer.email, SEARCH, { input })
  expect(errors).toBeUndefined()
  return data.searchGraphTags as Related[]
}

const rounded = ({ _id, occurrenceCount, coOccurrencePercentage, relevanceScore, blockTypes }: Related) => ({
  _id,
  occurrenceCount,
  percentage: coOccurrencePercentage.toFixed(6),
  relevance: relevanceScore.toFixed(6),
  types: ['note', 'task', 'email', 'event', 'website'].map((type) => blockTypes[type] ?? 0),
})

const byId = (first: { _id: string }, second: { _id: string }) => (first._id < second._id ? -1 : 1)

describe('searchGraphTags', () => {
  test('returns the tags of a scope with the same counts as the oracle', async () => {
    const arbitraryQuery = viewers.chain((index) => scopes(personOf(index)).map((input) => ({ index, input })))
    await fc.assert(
      fc.asyncProperty(arbitraryQuery, async ({ index, input }) => {
        const viewer = personOf(index)
        const except = [...(input.tagIds ?? []), ...(input.tags ?? []).flatMap(({ _ids = [] }) => _ids)]
        const found = await searchTags(viewer, input)
        const expected = await related(viewer, input, except)
        expect(found.map(rounded).sort(byId)).toEqual(expected.map(rounded).sort(byId))
        const scores = found.map(({ relevanceScore }) => relevanceScore)
        expect(scores).toEqual(scores.toSorted((first, second) => second - first))
      }),
      { numRuns: randomRuns(120) },
    )
  })

  test('applies the minimum count, the minimum percentage, the types and the size', async () => {
    const viewer = personOf(0)
    const scope = { _ids: world.blocks }
    const all = await searchTags(viewer, scope)
    expect(all.length).toBeGreaterThan(3)
    const middle = all
      .map(({ occurrenceCount }) => occurrenceCount)
      .toSorted((first, second) => first - second)[2] as number
    const frequent = await searchTags(viewer, { ...scope, minOccurrenceCount: middle })
    expect(frequent).toEqual(all.filter(({ occurrenceCount }) => occurrenceCount >= middle))
    const common = await searchTags(viewer, { ...scope, minCoOccurrencePercentage: 10 })
    expect(common).toEqual(all.filter(({ coOccurrencePercentage }) => coOccurrencePercentage >= 10))
    const people = tags.filter(({ tag_type }) => tag_type === 'person').map(({ tag_id }) => tag_id)
    const persons = await searchTags(viewer, { ...scope, tagTypes: ['PERSON'] })
    expect(persons).toEqual(all.filter(({ _id }) => people.includes(_id)))
    expect(await searchTags(viewer, { ...scope, size: 2 })).toEqual(all.slice(0, 2))
    expect(await searchTags(viewer, { ...scope, size: 0 })).toEqual([])
    expect(await searchTags(viewer, { ...scope, tagSubTypes: ['organization'] })).toEqual([])
  })

  test.each([
    ['input.minCoOccurrencePercentage', { minCoOccurrencePercentage: 101 }],
    ['input.size', { size: -1 }],
    ['input.tags[0].sharingApproaches', { tags: [{ sharingApproaches: [7] }] }],
  ])('reports an invalid value at %s', async (argument, input) => {
    const { errors } = await api.execute(personOf(0).email, SEARCH, { input })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }])
  })
})

describe('graphTags', () => {
  const QUERY = `query Q($input: GraphTagsInput!) { graphTags(input: $input) { ${RELATED} } }`

  test('equals searchGraphTags for one tag', async () => {
    const viewer = personOf(1)
    const [tagId] = viewer.tags
    const { data } = await api.execute(viewer.email, QUERY, { input: { tagId, tagTypes: ['person', 'topic'] } })
    expect(data.graphTags).toEqual(await searchTags(viewer, { tagIds: [tagId], tagTypes: ['person', 'topic'] }))
  })

  test('does not find a tag of another person', async () => {
    const tagIds = [personOf(0).tags[0], randomUUID()]
    const responses = await Promise.all(
      tagIds.map((tagId) => api.execute(personOf(1).email, QUERY, { input: { tagId, tagTypes: ['topic'] } })),
    )
    expect(responses.map(codeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })
})
