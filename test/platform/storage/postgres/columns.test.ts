import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { aggregateColumns, type Columns, toRows } from '../../../../platform/storage/postgres/columns.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

interface Row {
  id: string
  name: string | null
  urls: string[]
  date: number
  shared: boolean
}

const NAMES = ['id', 'name', 'urls', 'date', 'shared'] as const

const ITEMS = sql`(
  values
    ('00000000-0000-0000-0000-000000000002'::uuid, ${'a "quoted" \\ name\n😀'}::text, '{}'::text[], 4102444800000::bigint, true),
    ('00000000-0000-0000-0000-000000000003', null, ${['https://a.example/?b,c', '{}']}, 0, false),
    ('00000000-0000-0000-0000-000000000001', 'last', '{}', 4102444800001, false)
) i (id, name, urls, date, shared)`

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

async function readAggregated(condition = sql`true`): Promise<Row[]> {
  const { rows } = await sql<{ items: Columns<Row> }>`
    select ${aggregateColumns<Row>('i', NAMES, 'i.id desc')} as items from ${ITEMS} where ${condition}`.execute(
    store.db,
  )
  return rows.flatMap(({ items }) => toRows(items))
}

test('rows are the same as when they are read one by one', async () => {
  const { rows } = await sql<Row>`select * from ${ITEMS} order by id desc`.execute(store.db)
  expect(rows).toHaveLength(3)
  expect(await readAggregated()).toEqual(rows)
})

test('no rows are aggregated into none', async () => {
  expect(await readAggregated(sql`id is null`)).toEqual([])
})
