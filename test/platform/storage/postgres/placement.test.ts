import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { openStore } from '../../../../platform/storage/open.ts'
import { isPlaced } from '../../../../platform/storage/postgres/placement.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

function urlOf(schema: string): string {
  const url = new URL(store.url)
  url.searchParams.set('options', `-csearch_path=${schema}`)
  return url.href
}

test('the tables live in the schema that the URL names, beside the settings of every connection', async () => {
  await sql`create schema other`.execute(store.db)
  const other = await openStore({ databaseUrl: urlOf('other'), dataDir: 'none' })
  const { rows } = await sql<{ schema: string; memory: string }>`
    select current_schema() as schema, current_setting('work_mem') as memory`.execute(other.db)
  expect(rows).toEqual([{ schema: 'other', memory: '32MB' }])
  await sql`insert into schema_migrations (name, date_run) values ('999', now())`.execute(other.db)
  expect((await sql`select 1 from schema_migrations where name = '999'`.execute(store.db)).rows).toEqual([])
  expect(isPlaced(other.db)).toBe(isPlaced(store.db))
  await other.close()
})

test('a schema that does not exist is named', async () => {
  await expect(openStore({ databaseUrl: urlOf('missing'), dataDir: 'none' })).rejects.toThrow(/search_path \(missing\)/)
})

onCluster('a schema on a cluster', () => {
  test('is placed on one node, with all of its tables', async () => {
    expect(isPlaced(store.db)).toBe(true)
    const { rows } = await sql<{ nodes: number; tables: number; all: number }>`
      select count(distinct (nodename, nodeport)) as nodes, count(distinct table_name) as tables,
        (select count(*) from pg_tables where schemaname = current_schema()) as all
      from citus_shards where table_name::text in (select tablename from pg_tables where schemaname = current_schema())`.execute(
      store.db,
    )
    expect(rows).toEqual([{ nodes: 1, tables: rows[0]?.all, all: rows[0]?.all }])
  })

  test('tunes what a migration has added since, when a program starts', async () => {
    await sql`create table added (tenant_id uuid not null, n integer)`.execute(store.db)
    await (await openStore({ databaseUrl: store.url, dataDir: 'none' })).close()
    const statistics = `select attstattarget from pg_attribute where attrelid = '%s'::regclass and attname = 'tenant_id'`
    const { rows } = await sql<{ table: string; shard: string }>`
      select attstattarget::text as table, (select result from run_command_on_shards('added', ${statistics})) as shard
      from pg_attribute where attrelid = 'added'::regclass and attname = 'tenant_id'`.execute(store.db)
    expect(rows).toEqual([{ table: '0', shard: '0' }])
  })
})
