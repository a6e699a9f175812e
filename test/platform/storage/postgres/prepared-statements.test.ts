import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createDatabase, type Database, inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let store: TestStore
let db: Database
beforeAll(async () => {
  store = await openTestStore()
  await sql`create table animals (id int, name text)`.execute(store.buckets.directory)
  await sql`insert into animals values (1, 'cat'), (2, 'dog')`.execute(store.buckets.directory)
})
afterAll(() => store.close())
beforeEach(() => {
  db = createDatabase({ connectionString: store.url }, { maxConnections: 1 })
})
afterEach(() => db.destroy())

const find = (id: number, on: Database = db) => sql<object>`select * from animals where id = ${id}`.execute(on)

async function listPrepared(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

test('what a connection sends a second time is prepared', async () => {
  await find(1)
  expect(await listPrepared()).toEqual([])
  await find(2)
  expect((await find(1)).rows).toEqual([{ id: 1, name: 'cat' }])
  expect(await listPrepared()).toEqual(['select * from animals where id = $1'])
})

test('statements without values are not prepared', async () => {
  for (let time = 0; time < 3; time += 1) await sql`select count(*) from animals`.execute(db)
  expect(await listPrepared()).toEqual([])
})

test('those that have not been used for long are deallocated', async () => {
  const send = (number: number) => sql`select ${number}::int as ${sql.id(`n${number}`)}`.execute(db)
  for (let number = 0; number < 200; number += 1) {
    await send(number)
    await send(number)
  }
  const prepared = await listPrepared()
  expect(prepared).toHaveLength(150)
  expect(prepared).not.toContain('select $1::int as "n0"')
  expect((await send(0)).rows).toEqual([{ n0: 0 }])
  expect(await listPrepared()).toHaveLength(150)
})

test('a migration that adds a column does not disturb those who are running', async () => {
  await find(1)
  await find(1)
  await sql`alter table animals add column legs int`.execute(store.buckets.directory)
  expect((await find(1)).rows).toEqual([{ id: 1, name: 'cat', legs: null }])
  await sql`alter table animals add column eyes int`.execute(store.buckets.directory)
  const { rows } = await inTransaction(db, async (tx) => {
    await sql`update animals set legs = 4 where id = ${2}`.execute(tx)
    return find(2, tx)
  })
  expect(rows).toEqual([{ id: 2, name: 'dog', legs: 4, eyes: null }])
})

test('a transaction of many statements is repeated until all are prepared anew', async () => {
  const find = (name: string, on: Database) => sql`select *, ${name} as ${sql.id(name)} from animals`.execute(on)
  const names = Array.from({ length: 12 }, (_, index) => `n${index}`)
  for (const name of [...names, ...names]) await find(name, db)
  await sql`alter table animals add column tail boolean`.execute(store.buckets.directory)
  const rows = await inTransaction(db, async (tx) => {
    for (const name of names) await find(name, tx)
    return (await find('n0', tx)).rows
  })
  expect(rows[0]).toHaveProperty('tail')
})

test('a statement that the server has forgotten is sent again', async () => {
  await find(1)
  await find(1)
  await sql`deallocate all`.execute(db)
  expect((await find(1)).rows).toHaveLength(1)
})

test('a statement that is wrong fails every time', async () => {
  const divide = (divisor: number) => sql<{ n: number }>`select 1 / ${divisor}::int as n`.execute(db)
  for (let time = 0; time < 3; time += 1) await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(1)).rows).toEqual([{ n: 1 }])
})
