import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addTag, type Content, tenantOf } from '../block-content.ts'

const MANY = 1_200
const DAY = 86_400_000

let api: Api
let content: Content
let viewer: Tenant
let tag: string
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
  viewer = await tenantOf(api, newEmail())
  tag = await addTag(content, viewer)
  await fill()
})
afterAll(() => api.stop())

/** Adds notes with the same words, the n-th newest with the number n; the oldest has a word in its title too. */
async function fill(): Promise<void> {
  const { tenantId, tagId } = viewer
  // The planner can estimate word prefixes only from about a hundred rows on.
  const words = ['common', ...numbers(1, 120).map((n) => `w${n}`)].join(' ')
  const date = sql`${content.now}::bigint - n * ${DAY}::bigint`
  await sql`
    insert into blocks (tenant_id, block_id, block_type, title, creator_id, date_associated, date_created, date_updated, tsv)
    select ${tenantId}, gen_random_uuid(), 'note', n::text, ${tenantId}, ${date}, ${date}, ${date},
      setweight(to_tsvector('simple', case when n = ${MANY} then 'common' else '' end), 'A')
        || setweight(to_tsvector('simple', ${words}), 'B') || array_to_tsvector(array['=' || ${tenantId}::text])
    from generate_series(1, ${MANY}) n`.execute(api.db)
  await sql`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach, block_type,
      date_updated, date_associated, date_created)
    select tenant_id, block_id, tag_id, tenant_id, tag_id = ${tagId}, 2, 2, block_type, date_updated, date_associated,
      date_created
    from blocks, unnest(array[${tagId}, ${tag}]::uuid[]) tag_id where tenant_id = ${tenantId}`.execute(api.db)
  await sql`vacuum (analyze) blocks, sharing`.execute(api.db)
}

const SEARCH =
  'query Q($input: GraphSearchInput) { searchGraph(input: $input) { title } searchGraphCount(input: $input) }'

async function titles(input: object): Promise<string[]> {
  const { data, errors } = await api.execute(viewer.email, SEARCH, { input })
  expect(errors).toBeUndefined()
  expect(data.searchGraphCount).toBe(MANY)
  return (data.searchGraph as { title: string }[]).map(({ title }) => title)
}

/** Records the statements about the graph that are sent while `work` runs. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const spy = jest.spyOn(pg.Client.prototype, 'query')
  await work()
  const sent = spy.mock.calls.map(([query]) => {
    const { text } = query as unknown as { text?: string }
    return text ?? String(query)
  })
  spy.mockRestore()
  const ofGraph = sent.filter((text) => /\b(blocks|sharing|tags|block_marks|business_objects)\b/.test(text))
  return ofGraph.map((text) => text.replace(/\(\$\d+(, \$\d+)*\)/g, '(…)'))
}

/** Whether a statement reads matches from the text index. */
const byIndex = /from blocks b where \(*b\.tsv/

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`)

describe('a frequent word', () => {
  test('is searched among the newest blocks, and only those are ranked', async () => {
    expect(await titles({ searchString: 'common', size: 3 })).toEqual(numbers(1, 3))
    expect(await titles({ searchString: 'common', size: 400, page: 2 })).toEqual(numbers(801, 1_200))
    const recent = { searchString: 'common', archived: true, size: 1 }
    expect(await titles({ ...recent, sort: [{ field: 'relevance' }, { field: 'dateUpdated', order: 'ASC' }] })).toEqual(
      ['1000'],
    )
    const byTitle = { ...recent, size: 3, sort: [{ field: 'relevance' }, { field: 'title' }] }
    expect(await titles(byTitle)).toEqual(['1', '10', '100'])
  })

  test('does not read all of its entries from the text index', async () => {
    const ids = 'query Q($input: GraphSearchInput) { searchGraph(input: $input) { _id } }'
    const ask = (searchString: string) => () => api.execute(viewer.email, ids, { input: { searchString } })
    expect((await statements(ask('common'))).join()).not.toMatch(byIndex)
    expect((await statements(ask('1200'))).join()).toMatch(byIndex)
  })

  test('is read from the text index where all matches are needed, in one statement', async () => {
    const ids = 'query Q($input: GraphSearchInput) { searchGraph(input: $input) { _id } }'
    const sorted = (field: string) => () =>
      api.execute(viewer.email, ids, { input: { searchString: 'common', sort: [{ field, order: 'DESC' }], size: 3 } })
    const [byTitle, byDate] = [await statements(sorted('title')), await statements(sorted('dateUpdated'))]
    expect(byTitle).toEqual([expect.stringMatching(byIndex)])
    expect(byDate).toEqual([expect.not.stringMatching(byIndex)])
  })

  test('is ranked among all blocks if there is another order', async () => {
    const sort = [{ field: 'status' }, { field: 'relevance' }]
    expect(await titles({ searchString: 'common', sort, size: 2 })).toEqual(['1200', '1'])
  })
})

describe('the work of a list', () => {
  const LIST = `query Q($input: GraphSearchInput) {
    searchGraph(input: $input) {
      _id title favorite creator { name self } businessObjects { url } sharingTags { tagId tag { alias } }
    }
  }`

  test.each([
    ['of a tag', () => ({ tagIds: [tag] })],
    ['of a search', () => ({ searchString: 'common' })],
    ['by title', () => ({ tagIds: [tag], sort: [{ field: 'title' }] })],
  ])('%s does not depend on the length of the list', async (_, input) => {
    const sent = (size: number) => statements(() => api.execute(viewer.email, LIST, { input: { ...input(), size } }))
    const [short, long] = [await sent(5), await sent(200)]
    // The blocks, their links with the tags, marks, and business objects.
    expect(short).toHaveLength(4)
    expect(long).toEqual(short)
  })
})
