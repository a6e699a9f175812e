import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Bucket, onlyBucket } from '../../../platform/storage/buckets.ts'
import { countInBuckets } from '../../../platform/storage/count-in-buckets.ts'
import { EachBucket } from '../../../platform/storage/each-bucket.ts'
import { type Database, isUnavailable } from '../../../platform/storage/postgres/database.ts'
import { VirtualClock } from '../sync/simulation/virtual-clock.ts'
import { openTestBuckets, type TestBuckets } from './test-buckets.ts'

let buckets: TestBuckets
let clock: VirtualClock
let each: EachBucket
let events: string[]

beforeAll(async () => {
  buckets = await openTestBuckets()
})
beforeEach(() => {
  buckets.listed = [buckets.first, buckets.away, buckets.second]
  clock = new VirtualClock(0)
  events = []
  const onAway = ({ bucket }: { bucket: Bucket }) => events.push(`${bucket.name} is away`)
  each = new EachBucket(buckets, {
    clock,
    patienceMs: 10,
    retryMs: 100,
    onAway,
    onBack: ({ name }) => events.push(`${name} is back`),
  })
})
afterAll(() => buckets.close())

const namesOf = (list: readonly Bucket[]) => list.map(({ name }) => name)
const selectOne = ({ db }: Bucket) => sql`select 1`.execute(db)
const refuse = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))

test('a bucket that is away fails none of the others, and is left out from then on', async () => {
  const { results, failures } = await each.query(each.present(), selectOne)
  expect(results.map(({ bucket }) => bucket.name)).toEqual(['bucket_1', 'bucket_2'])
  expect(failures).toEqual([{ bucket: buckets.away, error: expect.any(Error) }])
  expect(namesOf(each.present())).toEqual(['bucket_1', 'bucket_2'])
  await each.query(each.all(), selectOne)
  expect(events).toEqual(['bucket_3 is away'])
})

test('a bucket is used again when it has come back', async () => {
  await each.query([buckets.first], refuse)
  expect(namesOf(each.present())).toEqual(['bucket_3', 'bucket_2'])
  await clock.advance(100)
  const back = new Promise<void>((resolve) => {
    const wait = () => (events.length > 1 ? resolve() : setImmediate(wait))
    wait()
  })
  expect(namesOf(each.present())).toEqual(['bucket_3', 'bucket_2'])
  await back
  expect(namesOf(each.present())).toEqual(['bucket_1', 'bucket_3', 'bucket_2'])
  expect(events).toEqual(['bucket_1 is away', 'bucket_1 is back'])
})

test('a bucket that does not respond is given up as one that is away; its late result is passed on', async () => {
  const late: string[] = []
  let respond = (_: string) => {}
  const query = ({ name }: Bucket) =>
    name === 'bucket_2' ? new Promise<string>((resolve) => (respond = resolve)) : Promise.resolve(name)
  const querying = each.query(each.all(), query, { onLate: ({ value }) => late.push(value) })
  await clock.advance(10)
  const { results, failures } = await querying
  expect(results.map(({ value }) => value)).toEqual(['bucket_1', 'bucket_3'])
  expect(failures.map(({ error }) => isUnavailable(error))).toEqual([true])
  expect(namesOf(each.present())).toEqual(['bucket_1', 'bucket_3'])
  respond('leases')
  await clock.advance(0)
  expect(late).toEqual(['leases'])
})

test('a bucket that fails for another reason is not taken to be away', async () => {
  const { failures } = await each.query([buckets.first], () => Promise.reject(new Error('a mistake')))
  expect(failures).toHaveLength(1)
  expect(each.present()).toHaveLength(3)
})

test('all buckets are used if all are away', async () => {
  await each.query(each.all(), refuse)
  expect(each.present()).toHaveLength(3)
})

test('a single bucket is called directly, with its errors', async () => {
  const single = new EachBucket(onlyBucket(buckets.away.db), { clock, onAway: () => events.push('away') })
  await expect(single.query(single.present(), selectOne)).rejects.toThrow('ENOENT')
  await single.work(selectOne, ({ bucket }) => events.push(bucket.name))
  expect(events).toEqual(['public'])
})

test('rows are assigned to the buckets of their tenants', async () => {
  buckets.settle('ada', buckets.first)
  buckets.settle('grace', buckets.second)
  const rows = ['ada', 'grace', 'ada', 'nobody'].map((tenantId, index) => ({ tenantId, index }))
  const { groups, errors } = await each.group(rows)
  expect([...groups].map(([{ name }, group]) => [name, group.map(({ index }) => index)])).toEqual([
    ['bucket_1', [0, 2]],
    ['bucket_2', [1]],
  ])
  expect(errors).toEqual([new Error('the tenant is in no bucket')])
})

test('counts are added up; the last ones of a bucket stand in for it while it is away', async () => {
  let isAway = true
  const count = async (db: Database) => {
    if (db === buckets.away.db && isAway) await refuse()
    return [{ sync: 'email', count: 2 }, ...(db === buckets.first.db ? [{ sync: 'table', count: 1 }] : [])]
  }
  const countAll = countInBuckets(each, count)
  await expect(countAll()).rejects.toThrow('refused')
  isAway = false
  const sums = [
    { sync: 'email', count: 6 },
    { sync: 'table', count: 1 },
  ]
  expect(await countAll()).toEqual(sums)
  isAway = true
  expect(await countAll()).toEqual(sums)
})
