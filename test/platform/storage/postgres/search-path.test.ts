import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { openStore } from '../../../../platform/storage/open.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

// A cluster has one directory, in the schema where it was created.
const onOneServer = process.env.TEST_CLUSTER_URL ? describe.skip : describe

onOneServer('the schema of the tables', () => {
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

  test('is the one that the URL names, beside the settings of every connection', async () => {
    await sql`create schema other`.execute(store.db)
    const other = await openStore({ databaseUrl: urlOf('other'), dataDir: 'none' })
    const { rows } = await sql<{ schema: string; memory: string }>`
      select current_schema() as schema, current_setting('work_mem') as memory`.execute(other.db)
    expect(rows).toEqual([{ schema: 'other', memory: '32MB' }])
    await sql`insert into schema_migrations (name, date_run) values ('999', now())`.execute(other.db)
    expect((await sql`select 1 from schema_migrations where name = '999'`.execute(store.db)).rows).toEqual([])
    await other.close()
  })

  test('is named if it does not exist', async () => {
    await expect(openStore({ databaseUrl: urlOf('missing'), dataDir: 'none' })).rejects.toThrow(
      /search_path \(missing\)/,
    )
  })
})
