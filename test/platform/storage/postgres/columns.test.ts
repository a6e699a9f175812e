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

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await sql`create table items (id uuid, name text, urls text[], date bigint, shared boolean)`.execute(store.db)
  await sql`
    insert into items values
      ('00000000-0000-0000-0000-000000000002', ${'a "quoted" \\ name\n😀'}, '{}', 4102444800000, true),
      ('00000000-0000-0000-0000-000000000003', null, ${['https://a.example/?b,c', '{}']}, 0, false),
      ('00000000-0000-0000-0000-000000000001', 'last', '{}', 4102444800001, false)`.execute(store.db)
})
afterAll(() => store.close())

async function readAggregated(condition = sql`true`): Promise<Row[]> {
  const { rows } = await sql<{ items: Columns<Row> }>`
    select ${aggregateColumns<Row>('i', NAMES, 'i.id desc')} as items from items i where ${condition}`.execute(store.db)
  return rows.flatMap(({ items }) => toRows(items))
}

test('rows are the same as when they are read one by one', async () => {
  const { rows } = await sql<Row>`select * from items order by id desc`.execute(store.db)
  expect(rows).toHaveLength(3)
  expect(await readAggregated()).toEqual(rows)
})

test('no rows are aggregated into none', async () => {
  expect(await readAggregated(sql`id is null`)).toEqual([])
})
