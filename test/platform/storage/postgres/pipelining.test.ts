import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import {
  createDatabase,
  type Database,
  inTransaction,
  isUnavailable,
  type Tx,
} from '../../../../platform/storage/postgres/database.ts'
import { Pipeline } from '../../../../platform/storage/postgres/pipelining.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let store: TestStore
let db: Database
beforeAll(async () => {
  store = await openTestStore()
  await sql`create table numbers (n int primary key check (n < 100), date bigint)`.execute(store.buckets.directory)
})
afterAll(() => store.close())
beforeEach(async () => {
  await sql`truncate numbers`.execute(store.buckets.directory)
  db = createDatabase({ connectionString: store.url }, { maxConnections: 1 })
})
afterEach(() => db.destroy())

const insert = (n: number) => sql`insert into numbers (n) values (${n})`
const numbers = sql<{ n: number }>`select n from numbers order by n`

async function listNumbers(): Promise<number[]> {
  return (await numbers.execute(store.buckets.directory)).rows.map(({ n }) => n)
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

test('the error of the failed statement is thrown also by one that could not be prepared because of it', async () => {
  const insertDated = (n: number) => sql`insert into numbers (n, date) values (${n}, ${0})`
  await insertDated(10).execute(db)
  let attempts = 0
  const work = inTransaction(db, async (tx) => {
    attempts += 1
    const pipeline = await Pipeline.open(tx)
    pipeline.send(insert(100))
    pipeline.send(insertDated(11))
    await pipeline.send(insertDated(12))
  })
  await expect(work).rejects.toMatchObject({ code: '23514' })
  expect(attempts).toBe(1)
  expect(await listNumbers()).toEqual([10])
})

test('an error that was undone by a savepoint is not the cause of later ones', async () => {
  for (const n of [10, 11]) await insert(n).execute(db)
  const work = inTransaction(db, async (tx) => {
    const pipeline = await Pipeline.open(tx)
    await sql`savepoint part`.execute(tx)
    await expect(sql`select 1 / 0`.execute(tx)).rejects.toMatchObject({ code: '22012' })
    await sql`rollback to savepoint part`.execute(tx)
    pipeline.send(insert(100))
    await pipeline.send(numbers)
  })
  await expect(work).rejects.toMatchObject({ code: '23514' })
})

test('what is sent after the end is refused, and need not be awaited either', async () => {
  await inTransaction(db, async (tx) => {
    const pipeline = await Pipeline.open(tx)
    pipeline.send(insert(1))
    pipeline.commit()
    pipeline.send(insert(2))
    await expect(pipeline.send(insert(3))).rejects.toThrow('the transaction has ended')
  })
  expect(await listNumbers()).toEqual([1])
})

test('the loss of a connection is told apart from a wrong statement, wherever it is noticed', async () => {
  const lose = async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(store.buckets.directory)
  }
  const between = inTransaction(db, async (tx) => {
    await lose(tx)
    await pause(100)
    await numbers.execute(tx)
  })
  expect(isUnavailable(await between.catch((error: unknown) => error))).toBe(true)
  const before = inTransaction(db, async (tx) => {
    await lose(tx)
    await pause(100)
  })
  expect(isUnavailable(await before.catch((error: unknown) => error))).toBe(true)
  expect((await numbers.execute(db)).rows).toEqual([])
})

test.each([
  { name: 'its end', early: false },
  { name: 'an early commit', early: true },
])('nothing is committed by $name without a statement whose value could not be sent', async ({ early }) => {
  const circular: Record<string, unknown> = {}
  circular.itself = circular
  const work = inTransaction(db, async (tx) => {
    const pipeline = await Pipeline.open(tx)
    pipeline.send(sql`select ${circular}::jsonb`)
    pipeline.send(insert(1))
    await pipeline.send(numbers)
    if (early) pipeline.commit()
  })
  await expect(work).rejects.toThrow('circular')
  expect(await listNumbers()).toEqual([])
  expect((await numbers.execute(db)).rows).toEqual([])
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
  await sql`alter table numbers add column colour text`.execute(store.buckets.directory)
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
