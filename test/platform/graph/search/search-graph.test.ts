import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { BlockType } from '../../../../platform/storage/postgres/tables/index.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, codeOf, someone, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, type BlockSeed, type Content, tenantOf } from '../block-content.ts'

const DAY = 86_400_000
const NOW = 1_700_000_000_000

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
})
afterAll(() => api.stop())

const SEARCH = `query Search($input: GraphSearchInput) {
  searchGraph(input: $input) { __typename _id title }
  searchGraphCount(input: $input)
}`
const ONE = randomUUID()
const OTHER = randomUUID()
const TAG = randomUUID()

/** A filter, a block that it finds, and one that it does not. */
interface Case {
  name: string
  input: object
  found: BlockSeed & { type?: BlockType }
  missed: BlockSeed & { type?: BlockType }
}

const linked = (link: object) => ({ links: [{ tag: TAG, ...link }] })

const CASES: Case[] = [
  { name: 'tags', input: { tags: [{ _ids: [TAG] }] }, found: linked({}), missed: {} },
  {
    ...{ name: 'the flags of one link', input: { tags: [{ _ids: [TAG], assigned: true, pinned: false }] } },
    ...{ found: linked({ assigned: true }), missed: linked({ assigned: true, pinned: true }) },
  },
  {
    ...{ name: 'sharing approaches', input: { tags: [{ _ids: [TAG], sharingApproaches: [0, 1] }] } },
    ...{ found: linked({ sharing_approach: 0 }), missed: linked({ sharing_approach: 2 }) },
  },
  {
    ...{ name: 'shared', input: { tags: [{ _ids: [TAG], shared: true }] } },
    ...{ found: linked({ shared: true }), missed: linked({}) },
  },
  { name: 'the older tagIds', input: { tagIds: [OTHER, TAG] }, found: linked({}), missed: {} },
  {
    ...{ name: 'orFilters', input: { orFilters: [{ tags: [{ _ids: [OTHER] }] }, { tags: [{ _ids: [TAG] }] }] } },
    ...{ found: linked({}), missed: {} },
  },
  { name: '_ids, in any case', input: { _ids: [ONE.toUpperCase(), 'no-id'] }, found: { id: ONE }, missed: {} },
  { name: 'threadIds', input: { threadIds: ['t1'] }, found: { thread_id: 't1' }, missed: { thread_id: 't2' } },
  { name: 'uris', input: { uris: ['x:1'] }, found: { uri: 'x:1' }, missed: { uri: 'x:2' } },
  { name: 'parentId', input: { parentId: ONE }, found: { parent_id: ONE }, missed: { parent_id: OTHER } },
  {
    ...{ name: 'parentReferenceBlock', input: { parentReferenceBlock: { id: ONE, blockType: 'NOTE' } } },
    found: { parent_id: ONE, parent_type: 'note' },
    missed: { parent_id: ONE, parent_type: 'task' },
  },
  {
    ...{ name: 'originReferenceBlock', input: { originReferenceBlock: { id: ONE } } },
    ...{ found: { origin_id: ONE }, missed: { parent_id: ONE } },
  },
  {
    ...{ name: 'originReferenceTagId', input: { originReferenceTagId: TAG } },
    ...{ found: { origin_tag_id: TAG }, missed: { origin_tag_id: OTHER } },
  },
  { name: 'blockTypes', input: { blockTypes: ['TASK', 'email'] }, found: { type: 'email' }, missed: { type: 'note' } },
  {
    ...{ name: 'statuses', input: { statuses: ['COMPLETED'] } },
    ...{ found: { type: 'task', status: 'completed' }, missed: { type: 'task', status: 'in_progress' } },
  },
  {
    ...{ name: 'statuses of a task that has none', input: { statuses: ['not_started'] } },
    ...{ found: { type: 'task' }, missed: { type: 'note' } },
  },
  {
    ...{ name: 'emails', input: { emails: [{ endsWith: '@ACME.example', contains: '_' }] } },
    ...{
      found: { people: ['x@y', 'b_b@acme.example'] },
      missed: { people: ['bob@acme.example', 'a_b@other.example'] },
    },
  },
  ...(['snoozed', 'template', 'proposed', 'generated'] as const).flatMap((flag) => [
    { name: `${flag}: true`, input: { [flag]: true }, found: { [flag]: true }, missed: {} },
    { name: `${flag}: false`, input: { [flag]: false }, found: {}, missed: { [flag]: true } },
  ]),
  ...(['Created', 'Updated', 'Due', 'Associated'] as const).map((date) => ({
    ...{ name: `date${date}`, input: { [`date${date}`]: { gte: NOW + 10.5, lt: NOW + 20 } } },
    found: { [`date_${date.toLowerCase()}`]: NOW + 11 },
    missed: { [`date_${date.toLowerCase()}`]: NOW + 10 },
  })),
  {
    ...{ name: 'a date that equals', input: { dateCreated: { eq: NOW + 1 } } },
    ...{ found: { date_created: NOW + 1 }, missed: { date_created: NOW + 2 } },
  },
  {
    ...{ name: 'bounds that no date reaches', input: { dateCreated: { gt: -1e300, lte: 1e300 }, proposed: false } },
    ...{ found: {}, missed: { proposed: true } },
  },
  {
    ...{ name: 'dateMatch, on any of the dates', input: { dateMatch: { gt: NOW + DAY, lte: NOW + 2 * DAY } } },
    ...{ found: { date_start: NOW + 2 * DAY }, missed: { date_start: NOW + DAY } },
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
])('%j holds for %i, not for %i', async (bounds, inside, outside) => {
  const dated = [inside, outside].map((date) => ({ date_due: NOW + date, date_updated: NOW + date }))
  const { viewer, ids } = await stage(dated)
  const range = Object.fromEntries(Object.entries(bounds).map(([name, bound]) => [name, NOW + bound]))
  expect((await searched(viewer, { dateDue: range })).ids).toEqual([ids[0]])
  expect((await searched(viewer, { dateUpdated: range })).ids).toEqual([ids[0]])
})

test.each(CASES)('finds by $name', async ({ input, found, missed }) => {
  const { viewer, ids } = await stage([found, missed])
  expect(await searched(viewer, input)).toEqual({ ids: [ids[0]], count: 1 })
})

/** A tenant with blocks in this order, each of which has changed a day after the next. */
async function stage(seeds: readonly Case['found'][]): Promise<{ viewer: Tenant; ids: string[] }> {
  const viewer = await tenantOf(api, someone())
  if (seeds.some(({ links }) => links)) await addTag(content, viewer, { id: TAG })
  const ids: string[] = []
  for (const [at, { type = 'note', ...seed }] of seeds.entries()) {
    ids.push(await addBlock(content, viewer, type, { date_updated: NOW - at * DAY, ...seed }))
  }
  return { viewer, ids }
}

async function searched({ email }: Tenant, input: object): Promise<{ ids: string[]; count: unknown }> {
  const { data, errors } = await api.ask(email, SEARCH, { input })
  expect(errors).toBeUndefined()
  return { ids: idsOf(data.searchGraph), count: data.searchGraphCount }
}

function idsOf(list: unknown): string[] {
  return (list as { _id: string }[]).map(({ _id }) => _id)
}

describe('text', () => {
  const found = async (title: string, searchString: string) => {
    const { viewer } = await stage([{ title }, { title: 'Something else' }])
    return (await searched(viewer, { searchString })).count
  }

  test.each([
    ['Zoë in the CAFÉ', 'cafe zoe', 1],
    ['Planning', 'plan', 1],
    ['Planning the roof', 'plan roof', 0],
    ['Planning the roof', 'planning ro', 1],
    ['ann.lee@acme.example wrote', 'ann.lee@acme.example', 1],
    ['ann.lee@acme.example wrote', 'ann.lee@acme.ex', 1],
    ['ann.lee@acme.example wrote', 'ann.lee@ac', 1],
    ['ann.lee@acme.example wrote', 'Ann.Lee@', 1],
    ['#7 (seven)', '#7', 1],
    ["O'Neil & Sons", "o'neil", 1],
    ['well-known facts', 'well-known', 1],
    ['well-known facts', 'well-kno', 1],
    ['A plan', 'plan\' | ! & (:* <-> \\ "', 1],
    ['A plan', 'plan -roof', 0],
    ['A plan', '\u0000plan', 1],
    ['A plan', '!', 0],
    ['A plan', '🎉', 0],
    ['A plan', 'plan 🎉', 1],
    ['東京 plan', '東京', 1],
  ])('%j is found by %j: %i', async (title, searchString, count) => {
    expect(await found(title, searchString)).toBe(count)
  })

  test('the id of the tenant is no word, and a word like it is one', async () => {
    const { viewer } = await stage([{ title: 'Roof' }])
    const { tenantId } = viewer
    const idsBy = async (end: number) => (await searched(viewer, { searchString: tenantId.slice(0, end) })).ids
    for (const end of [1, 2, 5, 8, 9, 10, 12, 36]) expect(await idsBy(end)).toEqual([])
    const id = await addBlock(content, viewer, 'note', { title: tenantId.slice(0, 8) })
    for (const end of [1, 2, 5, 8]) expect(await idsBy(end)).toEqual([id])
  })

  test('what fits best comes first, then what has changed last', async () => {
    const { viewer, ids } = await stage([
      { text: 'roof' },
      { title: 'roof', text: 'roof' },
      { title: 'other', text: 'roof' },
    ])
    expect((await searched(viewer, { searchString: 'roof' })).ids).toEqual([ids[1], ids[0], ids[2]])
    expect((await searched(viewer, { search: 'roof' })).ids).toEqual([ids[1], ids[0], ids[2]])
    expect((await searched(viewer, { search: 'other', searchString: 'roof' })).count).toBe(3)
    const sort = [{ field: 'relevance', order: 'ASC' }]
    expect((await searched(viewer, { searchString: 'roof', sort })).ids).toEqual([ids[0], ids[2], ids[1]])
  })

  test('what is blank is no search', async () => {
    const { viewer } = await stage([{}])
    const { extensions, data } = await api.ask(viewer.email, SEARCH, { input: { searchString: ' ' } })
    expect(data.searchGraphCount).toBe(1)
    expect(extensions?.warnings).toContainEqual(expect.objectContaining({ code: 'DEFAULT_SCOPE' }))
  })
})

describe('scope', () => {
  test('by itself it is what the viewer has created and what is on favorite tags, and the caller is told', async () => {
    const { viewer, ids } = await stage([{ creator_id: randomUUID(), ...linked({}) }, {}])
    expect((await searched(viewer, {})).ids).toEqual([ids[1]])
    await api.db
      .updateTable('tags')
      .set({ favorite: true })
      .where('tenant_id', '=', viewer.tenantId)
      .where('tag_id', '=', TAG)
      .execute()
    expect((await searched(viewer, { blockTypes: ['note'] })).ids).toEqual(ids)
    const { extensions } = await api.ask(viewer.email, '{ searchGraph { _id } }')
    expect(extensions?.warnings).toEqual([expect.objectContaining({ code: 'DEFAULT_SCOPE' })])
    const scoped = await api.ask(viewer.email, SEARCH, { input: { tagIds: [TAG] } })
    expect(scoped.extensions).toBeUndefined()
  })

  test('a favorite is one of the viewer who marked it', async () => {
    const { viewer, ids } = await stage([{}, {}])
    const mark = { tenant_id: viewer.tenantId, block_id: ids[1] as string, favorite: true, date_updated: NOW }
    await api.db.insertInto('block_marks').values(mark).execute()
    expect((await searched(viewer, { favorite: true })).ids).toEqual([ids[1]])
    expect((await searched(viewer, { favorite: false })).ids).toEqual([ids[0]])
  })

  test('a folder stands for its tags', async () => {
    const { viewer, ids } = await stage([linked({}), {}])
    const key = { tenant_id: viewer.tenantId, folder_id: randomUUID() }
    await api.db
      .insertInto('folders')
      .values({ ...key, name: 'F', date_created: NOW, date_updated: NOW })
      .execute()
    await api.db
      .insertInto('folder_tags')
      .values({ ...key, tag_id: TAG, date_created: NOW })
      .execute()
    expect((await searched(viewer, { folderIds: [key.folder_id] })).ids).toEqual([ids[0]])
  })

  test('what others have is not there, whatever names it', async () => {
    const { viewer, ids } = await stage([{ ...linked({}), thread_id: 'secret', title: 'secret' }])
    const stranger = await tenantOf(api, someone())
    for (const input of [
      { _ids: ids },
      { tagIds: [TAG, viewer.tagId] },
      { threadIds: ['secret'] },
      { searchString: 'secret' },
    ]) {
      expect(await searched(stranger, input)).toEqual({ ids: [], count: 0 })
      expect((await searched(viewer, input)).count).toBe(1)
    }
  })

  test('what is shared with the viewer is found in every way', async () => {
    const [owner, guest] = [await tenantOf(api, someone()), await tenantOf(api, someone())]
    const tag = await addPerson(content, owner, guest.email)
    const seed = { title: 'roof', thread_id: 'roof', uri: 'x:roof', parent_id: OTHER }
    const id = await addBlock(content, owner, 'note', { ...seed, links: [{ tag, shared: true, assigned: true }] })
    const ways = [{ _ids: [id] }, { searchString: 'roof' }, { threadIds: ['roof'] }, { uris: ['x:roof'] }]
    for (const input of [...ways, { parentId: OTHER }, { tags: [{ _ids: [guest.tagId], assigned: true }] }]) {
      expect((await searched(guest, input)).ids).toEqual([id])
    }
  })
})

describe('order', () => {
  const due = (days: number) => NOW + days * DAY

  test('smart is by due date, what has none after that, what is completed last', async () => {
    const { viewer, ids } = await stage([
      { type: 'task', status: 'completed', date_due: due(-9) },
      { type: 'task' },
      { type: 'task', status: 'in_progress', date_due: due(3) },
      { type: 'task', date_due: due(-1) },
      { type: 'task' },
    ])
    const { ids: found } = await searched(viewer, { _ids: ids, smart: true })
    expect(found).toEqual([3, 2, 1, 4, 0].map((at) => ids[at]))
  })

  test.each([
    ['title', 'ASC', [1, 0, 2]],
    ['title', 'DESC', [2, 0, 1]],
    ['dateDue', 'ASC', [2, 0, 1]],
    ['dateDue', 'DESC', [0, 2, 1]],
    ['status', undefined, [0, 2, 1]],
    ['dateCreated', 'desc', [2, 1, 0]],
    ['dateStart', undefined, [1, 0, 2]],
    ['dateUpdated', undefined, [2, 1, 0]],
    ['dateUpdated', 'DESC', [0, 1, 2]],
    ['dateAssociated', 'ASC', [1, 2, 0]],
  ])('by %s %s', async (field, order, expected) => {
    const { viewer, ids } = await stage([
      { type: 'task', title: 'b', date_due: due(2), date_created: NOW, date_associated: due(3) },
      {
        type: 'task',
        title: 'A',
        status: 'completed',
        date_created: NOW + 1,
        date_start: NOW,
        date_associated: due(1),
      },
      {
        type: 'task',
        title: 'C',
        status: 'in_progress',
        date_due: due(1),
        date_created: NOW + 2,
        date_associated: due(2),
      },
    ])
    const sort = [{ field, ...(order ? { order } : {}) }]
    expect((await searched(viewer, { _ids: ids, sort, smart: true })).ids).toEqual(expected.map((at) => ids[at]))
  })

  test('later keys decide between equals', async () => {
    const { viewer, ids } = await stage([{ title: 'a' }, { title: 'b', snoozed: true }, { title: 'a' }])
    const sort = [{ field: 'title' }, { field: 'dateUpdated', order: 'ASC' }]
    expect((await searched(viewer, { _ids: ids, sort })).ids).toEqual([ids[2], ids[0], ids[1]])
  })

  test('pages are parts of the list, and a page without a size is none', async () => {
    const { viewer, ids } = await stage([{}, {}, {}])
    const input = { _ids: ids, size: 2, page: 1 }
    expect(await searched(viewer, input)).toEqual({ ids: [ids[2]], count: 3 })
    expect((await searched(viewer, { ...input, page: 0 })).ids).toEqual(ids.slice(0, 2))
    expect((await searched(viewer, { _ids: ids, page: 1 })).ids).toEqual(ids)
    expect((await searched(viewer, { _ids: ids, size: 0 })).ids).toEqual([])
  })
})

describe('what is wrong is named', () => {
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
    const { errors, data } = await api.ask(
      someone(),
      'query Q($input: GraphSearchInput) { searchGraph(input: $input) { _id } }',
      { input },
    )
    expect(data).toEqual({ searchGraph: null })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
  })
})

test('ids that are none match nothing', async () => {
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

test('lists may be given in variables that hold nulls', async () => {
  const { viewer, ids } = await stage([{}])
  const query =
    'query Q($ids: [String], $types: [BlockType]) { searchGraph(input: { _ids: $ids, blockTypes: $types }) { _id } }'
  const { data } = await api.ask(viewer.email, query, { ids: [null, ids[0]], types: [null, 'NOTE'] })
  expect(idsOf(data.searchGraph)).toEqual(ids)
})

test('tasks and notes are found as what they are', async () => {
  const { viewer, ids } = await stage([
    { type: 'task', date_due: NOW },
    { type: 'note', title: 'N' },
    { type: 'email' },
  ])
  const query = `query Q($input: GraphSearchInput) {
    searchTasksAndNotes(input: $input) { __typename ... on Task { _id dateDue } ... on Note { _id title } }
  }`
  const { data, errors } = await api.ask(viewer.email, query, { input: { _ids: ids } })
  expect(errors).toBeUndefined()
  expect(data.searchTasksAndNotes).toEqual([
    { __typename: 'Task', _id: ids[0], dateDue: NOW },
    { __typename: 'Note', _id: ids[1], title: 'N' },
  ])
  const notes = await api.ask(viewer.email, query, { input: { _ids: ids, blockTypes: ['note', 'email'] } })
  expect(notes.data.searchTasksAndNotes).toHaveLength(1)
})

describe('blocks', () => {
  const BLOCKS = 'query Q($input: FindBlocksInput) { blocks(input: $input) { _id } }'

  test('come in the order in which they are named, each once', async () => {
    const { viewer, ids } = await stage([{}, {}, {}, { archived: true }])
    const [a, b, c] = ids as [string, string, string]
    const asked = async (input: object) => idsOf((await api.ask(viewer.email, BLOCKS, { input })).data.blocks)
    expect(await asked({ _ids: [b, randomUUID(), c, b, a, 'x', ids[3]] })).toEqual([b, c, a])
    expect(await asked({ _ids: [b, c, a], size: 1, page: 1 })).toEqual([c])
    expect(await asked({ _ids: ids, archived: true })).toEqual(ids)
  })

  test('are found by what they are part of and made from', async () => {
    const { viewer, ids } = await stage([{ parent_id: ONE }, { type: 'task', parent_id: ONE }, { origin_tag_id: TAG }])
    const asked = async (input: object) => idsOf((await api.ask(viewer.email, BLOCKS, { input })).data.blocks)
    expect(await asked({ parentReferenceBlock: { id: ONE } })).toEqual(ids.slice(0, 2))
    expect(await asked({ parentReferenceBlock: { id: ONE }, blockType: 'TASK' })).toEqual([ids[1]])
    expect(await asked({ originReferenceTagId: TAG })).toEqual([ids[2]])
    const wrong = await api.ask(viewer.email, BLOCKS, { input: { blockType: 'memo' } })
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'input.blockType' })
  })
})

describe('searchTagsForBlocks', () => {
  const TAGS = 'query Q($input: SearchTagsForBlocksInput) { searchTagsForBlocks(input: $input) { _id alias } }'

  async function tagged() {
    const viewer = await tenantOf(api, someone())
    const [zoe, ada, gone] = await Promise.all(
      [{ alias: 'Zoe' }, { alias: 'Ada' }, { archived: true }].map((seed) => addTag(content, viewer, seed)),
    )
    const links = (...tags: unknown[]) => ({ links: tags.map((tag) => ({ tag: tag as string })) })
    await addBlock(content, viewer, 'task', { links: [{ tag: zoe as string, shared: true }, { tag: gone as string }] })
    await addBlock(content, viewer, 'note', links(zoe, ada))
    const asked = (input: object) => api.ask(viewer.email, TAGS, { input })
    return { asked, viewer, zoe, ada }
  }

  test('answers each tag once, those of the most blocks first', async () => {
    const { asked, viewer, zoe, ada } = await tagged()
    const tagsOf = async (input: object) => idsOf((await asked(input)).data.searchTagsForBlocks)
    expect((await tagsOf({})).slice(-1)).toEqual([ada])
    expect(new Set(await tagsOf({}))).toEqual(new Set([zoe, ada, viewer.tagId]))
    expect(await tagsOf({ tagIds: [ada] })).toHaveLength(3)
    expect(new Set(await tagsOf({ sharedOnly: true }))).toEqual(new Set([zoe, viewer.tagId]))
    expect((await tagsOf({ orderByAlias: 'asc', blockTypes: ['note'] }))[0]).toBe(ada)
    expect((await tagsOf({ orderByAlias: 'DESC' }))[0]).toBe(zoe)
    expect((await tagsOf({ orderByTaskCount: 'asc' }))[0]).toBe(ada)
    expect(await tagsOf({ size: 1, page: 1, orderByAlias: 'asc' })).not.toContain(ada)
  })

  test.each([
    ['input.orderByAlias', { orderByAlias: 'up' }],
    ['input.orderByTaskCount', { orderByAlias: 'asc', orderByTaskCount: 'asc' }],
  ])('%s is named when it is wrong', async (argument, input) => {
    const { asked } = await tagged()
    const answer = await asked(input)
    expect(codeOf(answer)).toBe('BAD_USER_INPUT')
    expect(answer.errors?.[0]?.extensions.argument).toBe(argument)
  })
})
