import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { newEmail } from '../api.ts'
import {
  api,
  DAY,
  idsOf,
  linked,
  NOW,
  OTHER,
  type StagedBlock,
  searched,
  stage,
  TAG,
  useStagedBlocks,
} from './staged-blocks.ts'

useStagedBlocks()

const ONE = randomUUID()

/** A filter, a block that matches it, and one that does not. */
interface Case {
  name: string
  input: object
  found: StagedBlock
  missed: StagedBlock
}

const CASES: Case[] = [
  { name: 'tags', input: { tags: [{ _ids: [TAG] }] }, found: linked({}), missed: {} },
  {
    name: 'the flags of one link',
    input: { tags: [{ _ids: [TAG], assigned: true, pinned: false }] },
    found: linked({ assigned: true }),
    missed: linked({ assigned: true, pinned: true }),
  },
  {
    name: 'sharing approaches',
    input: { tags: [{ _ids: [TAG], sharingApproaches: [0, 1] }] },
    found: linked({ sharing_approach: 0 }),
    missed: linked({ sharing_approach: 2 }),
  },
  {
    name: 'shared',
    input: { tags: [{ _ids: [TAG], shared: true }] },
    found: linked({ shared: true }),
    missed: linked({}),
  },
  { name: 'the older tagIds', input: { tagIds: [OTHER, TAG] }, found: linked({}), missed: {} },
  {
    name: 'orFilters',
    input: { orFilters: [{ tags: [{ _ids: [OTHER] }] }, { tags: [{ _ids: [TAG] }] }] },
    found: linked({}),
    missed: {},
  },
  { name: '_ids, in any case', input: { _ids: [ONE.toUpperCase(), 'no-id'] }, found: { id: ONE }, missed: {} },
  { name: 'threadIds', input: { threadIds: ['t1'] }, found: { thread_id: 't1' }, missed: { thread_id: 't2' } },
  { name: 'uris', input: { uris: ['x:1'] }, found: { uri: 'x:1' }, missed: { uri: 'x:2' } },
  { name: 'parentId', input: { parentId: ONE }, found: { parent_id: ONE }, missed: { parent_id: OTHER } },
  {
    name: 'parentReferenceBlock',
    input: { parentReferenceBlock: { id: ONE, blockType: 'NOTE' } },
    found: { parent_id: ONE, parent_type: 'note' },
    missed: { parent_id: ONE, parent_type: 'task' },
  },
  {
    name: 'originReferenceBlock',
    input: { originReferenceBlock: { id: ONE } },
    found: { origin_id: ONE },
    missed: { parent_id: ONE },
  },
  {
    name: 'originReferenceTagId',
    input: { originReferenceTagId: TAG },
    found: { origin_tag_id: TAG },
    missed: { origin_tag_id: OTHER },
  },
  { name: 'blockTypes', input: { blockTypes: ['TASK', 'email'] }, found: { type: 'email' }, missed: { type: 'note' } },
  {
    name: 'statuses',
    input: { statuses: ['COMPLETED'] },
    found: { type: 'task', status: 'completed' },
    missed: { type: 'task', status: 'in_progress' },
  },
  {
    name: 'statuses of a task that has none',
    input: { statuses: ['not_started'] },
    found: { type: 'task' },
    missed: { type: 'note' },
  },
  {
    name: 'emails',
    input: { emails: [{ endsWith: '@ACME.example', contains: '_' }] },
    found: { people: ['x@y', 'b_b@acme.example'] },
    missed: { people: ['bob@acme.example', 'a_b@other.example'] },
  },
  {
    name: 'applications',
    input: { applications: ['mail', 'calendar'] },
    found: { application: 'mail' },
    missed: { application: 'tables' },
  },
  ...(['snoozed', 'template', 'proposed', 'generated'] as const).flatMap((flag) => [
    { name: `${flag}: true`, input: { [flag]: true }, found: { [flag]: true }, missed: {} },
    { name: `${flag}: false`, input: { [flag]: false }, found: {}, missed: { [flag]: true } },
  ]),
  ...(['Created', 'Updated', 'Due', 'Associated'] as const).map((date) => ({
    name: `date${date}`,
    input: { [`date${date}`]: { gte: NOW + 10.5, lt: NOW + 20 } },
    found: { [`date_${date.toLowerCase()}`]: NOW + 11 },
    missed: { [`date_${date.toLowerCase()}`]: NOW + 10 },
  })),
  {
    name: 'a date that equals',
    input: { dateCreated: { eq: NOW + 1 } },
    found: { date_created: NOW + 1 },
    missed: { date_created: NOW + 2 },
  },
  {
    name: 'bounds that no date reaches',
    input: { dateCreated: { gt: -1e300, lte: 1e300 }, proposed: false },
    found: {},
    missed: { proposed: true },
  },
  {
    name: 'dateMatch, on any of the dates',
    input: { dateMatch: { gt: NOW + DAY, lte: NOW + 2 * DAY } },
    found: { date_start: NOW + 2 * DAY },
    missed: { date_start: NOW + DAY },
  },
  {
    name: 'archived ones when they are asked for',
    input: { archived: true, proposed: false },
    found: { archived: true },
    missed: { proposed: true },
  },
  { name: 'archived ones not by themselves', input: {}, found: {}, missed: { archived: true } },
]

test.each([
  [{ gt: 0 }, 1, 0],
  [{ gt: 0.5 }, 1, 0],
  [{ gte: 0 }, 0, -1],
  [{ gte: -0.5 }, 0, -1],
  [{ lt: 0 }, -1, 0],
  [{ lt: 0.5 }, 0, 1],
  [{ lte: 0 }, 0, 1],
  [{ lte: -0.5 }, -1, 0],
  [{ eq: 0 }, 0, 1],
  [{ eq: 0, gte: -5 }, 0, -1],
])('%j matches %i, not %i', async (bounds, inside, notSelected) => {
  const dated = [inside, notSelected].map((date) => ({ date_due: NOW + date, date_updated: NOW + date }))
  const { viewer, ids } = await stage(dated)
  const range = Object.fromEntries(Object.entries(bounds).map(([name, bound]) => [name, NOW + bound]))
  expect((await searched(viewer, { dateDue: range })).ids).toEqual([ids[0]])
  expect((await searched(viewer, { dateUpdated: range })).ids).toEqual([ids[0]])
})

test.each(CASES)('finds by $name', async ({ input, found, missed }) => {
  const { viewer, ids } = await stage([found, missed])
  expect(await searched(viewer, input)).toEqual({ ids: [ids[0]], count: 1 })
})

describe('an invalid argument is named', () => {
  const many = Array.from({ length: 1_001 }, () => ONE)
  test.each([
    ['input.sort[1].field', { sort: [{ field: 'title' }, { field: 'colour' }] }],
    ['input.sort[0].field', { sort: [{ order: 'ASC' }] }],
    ['input.tags[0].sharingApproaches', { tags: [{ sharingApproaches: [3] }] }],
    ['input.orFilters[1].tags[0].sharingApproaches', { orFilters: [{}, { tags: [{ sharingApproaches: [70_000] }] }] }],
    ['input._ids', { _ids: many }],
    ['input.tags', { tags: many.slice(0, 51).map((id) => ({ _ids: [id] })) }],
    ['input.orFilters', { orFilters: many.slice(0, 51).map((id) => ({ tags: [{ _ids: [id] }] })) }],
    ['input.tags[0]._ids', { tags: [{ _ids: many }] }],
    ['input.size', { size: -1 }],
    ['input.page', { size: 500, page: 100_000 }],
  ])('%s', async (argument, input) => {
    const { errors, data } = await api.execute(
      newEmail(),
      'query Q($input: GraphSearchInput) { searchGraph(input: $input) { _id } }',
      { input },
    )
    expect(data).toEqual({ searchGraph: null })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
  })
})

test('malformed ids match nothing', async () => {
  const { viewer } = await stage([linked({})])
  const inputs = [
    { _ids: ['x'] },
    { _ids: [] },
    { tagIds: ['x'] },
    { tags: [{ _ids: [] }] },
    { folderIds: ['x'] },
    { parentId: 'x' },
  ]
  for (const input of [
    ...inputs,
    { originReferenceTagId: 'x' },
    { originReferenceBlock: { id: 'x' } },
    { uris: ['\u0000'] },
  ]) {
    expect(await searched(viewer, input)).toEqual({ ids: [], count: 0 })
  }
})

test('nulls in lists of variables are ignored', async () => {
  const { viewer, ids } = await stage([{}])
  const query =
    'query Q($ids: [String], $types: [BlockType]) { searchGraph(input: { _ids: $ids, blockTypes: $types }) { _id } }'
  const { data } = await api.execute(viewer.email, query, { ids: [null, ids[0]], types: [null, 'NOTE'] })
  expect(idsOf(data.searchGraph)).toEqual(ids)
})

test('searchTasksAndNotes returns tasks and notes with their concrete types', async () => {
  const { viewer, ids } = await stage([
    { type: 'task', date_due: NOW },
    { type: 'note', title: 'N' },
    { type: 'email' },
  ])
  const query = `query Q($input: GraphSearchInput) {
    searchTasksAndNotes(input: $input) { __typename ... on Task { _id dateDue } ... on Note { _id title } }
  }`
  const { data, errors } = await api.execute(viewer.email, query, { input: { _ids: ids } })
  expect(errors).toBeUndefined()
  expect(data.searchTasksAndNotes).toEqual([
    { __typename: 'Task', _id: ids[0], dateDue: NOW },
    { __typename: 'Note', _id: ids[1], title: 'N' },
  ])
  const notes = await api.execute(viewer.email, query, { input: { _ids: ids, blockTypes: ['note', 'email'] } })
  expect(notes.data.searchTasksAndNotes).toHaveLength(1)
})
