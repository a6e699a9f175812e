import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import { createDatabase, type Database, inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { Pipeline } from '../../../../platform/storage/postgres/pipelining.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let store: TestStore
let db: Database
beforeAll(async () => {
  store = await openTestStore()
  await sql`create table numbers (n int primary key check (n < 100), date bigint)`.execute(store.db)
})
afterAll(() => store.close())
beforeEach(async () => {
  await sql`truncate numbers`.execute(store.db)
  db = createDatabase({ connectionString: store.url }, { maxConnections: 1 })
})
afterEach(() => db.destroy())

const insert = (n: number) => sql`insert into numbers (n) values (${n})`
const numbers = sql<{ n: number }>`select n from numbers order by n`

async function listNumbers(): Promise<number[]> {
  return (await numbers.execute(store.db)).rows.map(({ n }) => n)
}

test('statements are executed in the order in which they are sent, and the results are theirs', async () => {
  const counts = await inTransaction(db, async (tx) => {
    const pipeline = await Pipeline.open(tx)
    const first = pipeline.send(numbers)
    pipeline.send(insert(1))
    const second = pipeline.send(numbers)
    pipeline.send(insert(2))
    await insert(3).execute(tx)
    const third = pipeline.send(numbers)
    pipeline.commit()
    return (await Promise.all([first, second, third])).map((rows) => rows.length)
  })
  expect(counts).toEqual([0, 1, 3])
  expect(await listNumbers()).toEqual([1, 2, 3])
  await inTransaction(db, async (tx) => insert(4).execute(tx))
  expect(await listNumbers()).toEqual([1, 2, 3, 4])
})

test('the statements of a transaction without early commit are rolled back when the work throws', async () => {
  const work = inTransaction(db, async (tx) => {
    const pipeline = await Pipeline.open(tx)
    pipeline.send(insert(1))
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await listNumbers()).toEqual([])
  expect((await numbers.execute(db)).rows).toEqual([])
})

test.each([
  { name: 'is awaited', await: true },
  { name: 'is not awaited', await: false },
])('the error of the statement that failed is thrown, whose result $name', async ({ await: isAwaited }) => {
  // The statement that fails is prepared, the later one is not: their errors arrive by different ways.
  for (const n of [10, 11, 12]) await insert(n).execute(db)
  const work = inTransaction(db, async (tx) => {
    const pipeline = await Pipeline.open(tx)
    pipeline.send(insert(1))
    const failing = pipeline.send(insert(100))
    const next = pipeline.send(numbers)
    pipeline.commit()
    await (isAwaited ? Promise.all([failing, next]) : next)
  })
  await expect(work).rejects.toMatchObject({ code: '23514' })
  expect(await listNumbers()).toEqual([10, 11, 12])
})

test('a failure that nobody has awaited is thrown by the commit', async () => {
  const work = inTransaction(db, async (tx) => {
    const pipeline = await Pipeline.open(tx)
    pipeline.send(insert(100))
    pipeline.send(insert(1))
  })
  await expect(work).rejects.toMatchObject({ code: '23514' })
  expect(await listNumbers()).toEqual([])
})

test('work is repeated after a serialization failure that nobody has awaited', async () => {
  let attempts = 0
  await inTransaction(db, async (tx) => {
    attempts += 1
    const pipeline = await Pipeline.open(tx)
    pipeline.send(insert(attempts))
    if (attempts === 1) pipeline.send(sql`do $$ begin raise sqlstate '40001'; end $$`)
    const rest = pipeline.send(numbers)
    pipeline.commit()
    await rest
  })
  expect(attempts).toBe(2)
  expect(await listNumbers()).toEqual([2])
})

test('a prepared statement that a migration has outdated is never repeated after its transaction has ended', async () => {
  const find = () => sql`select * from numbers where n = ${1}`
  for (let time = 0; time < 3; time += 1) await find().execute(db)
  await sql`alter table numbers add column colour text`.execute(store.db)
  let attempts = 0
  await inTransaction(db, async (tx) => {
    attempts += 1
    const pipeline = await Pipeline.open(tx)
    pipeline.send(insert(attempts))
    const found = pipeline.send(find())
    pipeline.commit()
    await found
  })
  expect(attempts).toBe(2)
  expect(await listNumbers()).toEqual([2])
})

test('nothing is written when the transaction could not begin', async () => {
  const { prototype } = pg.Client
  const { query } = prototype
  prototype.query = function failing(this: pg.Client, ...args: [string]) {
    return args[0] === 'begin'
      ? Promise.reject(new Error('begin was cancelled'))
      : (Reflect.apply(query, this, args) as unknown)
  } as typeof query
  try {
    const work = inTransaction(db, async (tx) => {
      const pipeline = await Pipeline.open(tx)
      const reading = pipeline.send(numbers)
      pipeline.send(insert(1))
      pipeline.commit()
      await reading
    })
    await expect(work).rejects.toThrow('begin was cancelled')
  } finally {
    prototype.query = query
  }
  expect(await listNumbers()).toEqual([])
})
