import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { BLOCK_TYPES } from '../../../../platform/storage/postgres/tables/index.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { type Api, startApi } from '../api.ts'
import { createTestGraph, DAY, type GraphUser, NOON, type TestGraph, VALUES, WORDS } from './fixtures.ts'
import { type Input, Oracle, type Range } from './oracle.ts'

let api: Api
let world: TestGraph
let oracle: Oracle
beforeAll(async () => {
  api = await startApi()
  world = await createTestGraph(api)
  oracle = await new Oracle(api.db).read()
  // Most single words are frequent and most pairs of words are not, which are searched for in different ways.
  await sql`analyze blocks`.execute(api.db)
})
afterAll(() => api.stop())

const ASK = `query Ask($list: GraphSearchInput!, $count: GraphSearchInput!, $tags: SearchTagsForBlocksInput!, $timeline: GraphTimelineInput!) {
  searchGraph(input: $list) { _id }
  searchGraphCount(input: $count)
  searchGraphTimeline(input: $timeline) { date blockType count }
  searchTagsForBlocks(input: $tags) { _id }
}`

const STATUSES = ['not_started', 'in_progress', 'completed']
const SORTS = ['dateCreated', 'dateUpdated', 'dateAssociated', 'dateDue', 'dateStart', 'title', 'status', 'relevance']
/** Characters that are operators in other query languages but not here. */
const SIGNS = ['&', '|', '!', '(', ')', ':*', "'", '"', '<->', '\\']

const date = fc
  .integer({ min: -40, max: 40 })
  .chain((day) => fc.constantFrom(0, 0.5, 1).map((more) => NOON + day * DAY + more))
const range: fc.Arbitrary<Range> = fc.record(
  { gt: date, gte: date, eq: date, lte: date, lt: date },
  { requiredKeys: [] },
)
const wideRange = fc.oneof(range, fc.record({ gte: date }), fc.record({ lt: date }))
const search = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS, ...WORDS.map((word) => word.toUpperCase()), ...SIGNS), { maxLength: 3 }),
    fc.nat(6),
  )
  .map(([words, cut]) => words.join(' ').slice(0, cut + 2))

/** An arbitrary search input with few members, so that something is found. */
function inputs(viewer: GraphUser): fc.Arbitrary<Input> {
  const tagId = fc.constantFrom(...viewer.tags, viewer.tagId, world.people[0]?.tagId as string, 'no-id')
  const some = <Value>(value: fc.Arbitrary<Value>, maxLength = 2) => fc.array(value, { minLength: 0, maxLength })
  const blockId = fc.constantFrom(...world.blocks.slice(0, 12))
  const item = fc.record(
    {
      _ids: some(tagId, 3),
      assigned: fc.boolean(),
      pinned: fc.boolean(),
      shared: fc.boolean(),
      sharingApproaches: some(fc.nat(2)),
    },
    { requiredKeys: [] },
  )
  const email = fc.constantFrom({ contains: 'ACME' }, { startsWith: 'ann' }, { eq: VALUES.people[1] as string })
  const odd = fc.constantFrom({ contains: '_' }, { startsWith: '100%' }, { endsWith: '.example', contains: 'x' })
  const reference = fc.record({ id: blockId, blockType: fc.constantFrom('note', 'task') }, { requiredKeys: [] })
  const members: { [Name in keyof Required<Input>]: fc.Arbitrary<Input[Name]> } = {
    tags: some(item),
    tagIds: some(tagId),
    orFilters: some(fc.record({ tags: some(item) })),
    searchString: search,
    _ids: fc.subarray(world.blocks),
    folderIds: fc.subarray(viewer.folders),
    threadIds: fc.subarray(VALUES.threads),
    uris: fc.subarray(VALUES.uris),
    parentId: blockId,
    parentReferenceBlock: reference,
    originReferenceBlock: reference,
    originReferenceTagId: tagId,
    blockTypes: fc.subarray([...BLOCK_TYPES]),
    statuses: fc.subarray(STATUSES),
    emails: some(fc.oneof(email, odd)),
    favorite: fc.boolean(),
    snoozed: fc.boolean(),
    template: fc.boolean(),
    proposed: fc.boolean(),
    generated: fc.boolean(),
    applications: fc.subarray(VALUES.applications),
    archived: fc.boolean(),
    dateCreated: wideRange,
    dateUpdated: wideRange,
    dateDue: wideRange,
    dateAssociated: wideRange,
    dateMatch: wideRange,
    scopeToOwnTasks: fc.boolean(),
    scopeToPriorityTasks: fc.boolean(),
    scopeToHousekeepingTasks: fc.boolean(),
    scopeToHousekeepingTasksBoolean: fc.boolean(),
    smart: fc.boolean(),
    sort: some(
      fc.record(
        { field: fc.constantFrom(...SORTS), order: fc.constantFrom('ASC', 'DESC') },
        { requiredKeys: ['field'] },
      ),
    ),
  }
  const names = Object.keys(members) as (keyof Input)[]
  const chosen = fc.subarray(names, { maxLength: 4 })
  return chosen.chain((picked) =>
    fc.record(Object.fromEntries(picked.map((name) => [name, members[name]]))),
  ) as fc.Arbitrary<Input>
}

test('every search returns the same blocks in the same order as the oracle', async () => {
  const arbitraryQuery = fc
    .nat(2)
    .chain((index) => inputs(world.people[index] as GraphUser).map((input) => ({ index, input })))
  const page = fc.record({ size: fc.integer({ min: 1, max: 30 }), page: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(arbitraryQuery, page, fc.boolean(), async ({ index, input }, { size, page }, sharedOnly) => {
      const viewer = world.people[index] as GraphUser
      const { smart: _, sort: __, ...filters } = input
      const tags = { ...filters, sharedOnly, size: 500 }
      const variables = { list: { ...input, size, page }, count: input, tags, timeline: input }
      const { data, errors } = await api.execute(viewer.email, ASK, variables)
      const expected = await oracle.search(viewer, input)
      expect(errors).toBeUndefined()
      expect(idsOf(data.searchGraph)).toEqual(expected.slice(page * size, (page + 1) * size))
      expect(data.searchGraphCount).toBe(expected.length)
      expect(entriesOf(data.searchGraphTimeline)).toEqual(oracle.timeline(viewer, input))
      expect(idsOf(data.searchTagsForBlocks)).toEqual(oracle.tagsOf(viewer, filters, sharedOnly))
    }),
    { numRuns: randomRuns(150) },
  )
})

function idsOf(list: unknown): string[] {
  return (list as { _id: string }[]).map(({ _id }) => _id)
}

/** The entries of a timeline as the oracle writes them. */
function entriesOf(timeline: unknown): string[] {
  const entries = timeline as { date: number; blockType: string; count: number }[]
  return entries.map(({ date, blockType, count }) => `${date} ${blockType} ${count}`).toSorted()
}
