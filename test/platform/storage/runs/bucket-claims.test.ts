import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Claim } from '../../../../platform/model/sync.ts'
import type { SyncStore } from '../../../../platform/model/sync-store.ts'
import type { Bucket } from '../../../../platform/storage/buckets.ts'
import { createSyncStore } from '../../../../platform/storage/runs/sync-store.ts'
import { ALL_SYNCS, createFixture, KEYS, LEASE_MS, NOW, toCommit } from '../fixtures.ts'
import { openTestBuckets, type TestBuckets } from '../test-buckets.ts'
import { end } from './due-syncs.ts'

let buckets: TestBuckets
let store: SyncStore
let errors: string[]

beforeAll(async () => {
  buckets = await openTestBuckets()
})
beforeEach(async () => {
  buckets.listed = [buckets.first, buckets.second]
  for (const { db } of buckets.listed) await db.updateTable('syncs').set({ runnable: false }).execute()
  errors = []
  store = createSyncStore(buckets, { keys: KEYS, onError: ({ message }) => errors.push(message) })
})
afterAll(() => buckets.close())

/** Creates tenants with seven due syncs each. */
async function fill(bucket: Bucket, tenants = 1): Promise<void> {
  for (let count = 0; count < tenants; count += 1) {
    const { tenant } = await createFixture(bucket.db)
    buckets.settle(tenant.tenantId, bucket)
  }
}

const claim = (limit: number, now = NOW) => store.claim('worker', limit, now, LEASE_MS)

/** How many of the claims are of each bucket. */
async function countByBucket(claims: readonly Claim[]): Promise<[number, number, number]> {
  const databases = await Promise.all(claims.map(({ fence }) => buckets.of(fence.tenantId)))
  const { first, second, away } = buckets
  return [first, second, away].map(({ db }) => databases.filter((other) => other === db).length) as [
    number,
    number,
    number,
  ]
}

/** Counts the statements that a bucket is sent until the result is called. */
function countStatements({ db }: Bucket): () => number {
  const executing = jest.spyOn(db.getExecutor(), 'executeQuery')
  return () => {
    const { length } = executing.mock.calls
    executing.mockRestore()
    return length
  }
}

describe('claim', () => {
  test('divides what is to be claimed among the buckets, and by turns what remains', async () => {
    await fill(buckets.first, 2)
    await fill(buckets.second)
    expect(await countByBucket(await claim(5))).toEqual([3, 2, 0])
    expect(await countByBucket(await claim(5))).toEqual([2, 3, 0])
    // Two are left in the second bucket, whose share the first one gets.
    expect(await countByBucket(await claim(10))).toEqual([8, 2, 0])
    expect((await claim(10)).length).toBe(1)
    expect(await claim(10)).toEqual([])
  })

  test('is not held up by a bucket that is away, which is left out from then on', async () => {
    buckets.listed = [buckets.away, buckets.first, buckets.second]
    await fill(buckets.first)
    await fill(buckets.second)
    expect(await countByBucket(await claim(9))).toEqual([5, 4, 0])
    expect(await claim(9)).toHaveLength(5)
    expect(errors).toEqual([])
  })

  test('fails if all buckets are away', async () => {
    buckets.listed = [buckets.away, { ...buckets.away, name: 'bucket_4' }]
    await expect(claim(1)).rejects.toThrow('ENOENT')
    await expect(claim(1)).rejects.toThrow('ENOENT')
  })

  test('reports a bucket that fails for another reason', async () => {
    const failing = { name: 'bucket_4', db: buckets.second.db.withSchema('missing') }
    failing.db.getExecutor = () => {
      throw new Error('a mistake')
    }
    buckets.listed = [buckets.first, failing]
    await fill(buckets.first)
    expect(await claim(9)).toHaveLength(7)
    expect(errors).toEqual(['syncs of bucket_4 could not be claimed'])
  })
})

describe('a bucket without due syncs', () => {
  test('is queried when its next sync is due, or after 5 s', async () => {
    await fill(buckets.second)
    await buckets.second.db
      .updateTable('syncs')
      .set({ date_due: NOW + 2_000 })
      .where('runnable', '=', true)
      .execute()
    const first = countStatements(buckets.first)
    const second = countStatements(buckets.second)
    expect(await claim(9)).toEqual([])
    expect(await store.nextDue(NOW)).toBe(NOW + 2_000)
    expect(await claim(9, NOW + 1_999)).toEqual([])
    expect(await claim(9, NOW + 2_000)).toHaveLength(7)
    expect(await store.nextDue(NOW + 2_000)).toBe(NOW + 2_000)
    expect(await claim(9, NOW + 4_999)).toEqual([])
    expect(first()).toBe(3)
    expect(await claim(9, NOW + 5_000)).toEqual([])
    // Each time: leases that no worker holds, due syncs, and the next one, or what a run needs.
    expect(second()).toBe(3 + 3 + 3)
    await fill(buckets.first)
    expect(await claim(9, NOW + 10_000)).toHaveLength(7)
  })

  test('is queried although the clock was set back', async () => {
    expect(await claim(9)).toEqual([])
    await fill(buckets.first)
    await buckets.first.db
      .updateTable('syncs')
      .set({ date_due: NOW - 3_600_000 })
      .where('runnable', '=', true)
      .execute()
    expect(await claim(9, NOW - 3_600_000)).toHaveLength(7)
  })
})

describe('leases', () => {
  test('are extended in each bucket; those of a bucket that is away are neither held nor lost', async () => {
    await fill(buckets.first)
    await fill(buckets.second)
    const claims = await claim(14)
    const fences = claims.map(({ fence }) => fence)
    const [ofFirst, ofSecond] = [fences.slice(0, 7), fences.slice(7)]
    const [lost] = ofSecond
    await store.release(lost ? [lost] : [], NOW)
    expect(await store.heartbeat(fences, NOW, LEASE_MS)).toEqual({
      held: [...ofFirst, ...ofSecond.slice(1)],
      lost: [lost],
    })
    move(ofSecond, buckets.away)
    buckets.listed = [buckets.first, buckets.away]
    expect(await store.heartbeat(fences, NOW, LEASE_MS)).toEqual({ held: ofFirst, lost: [] })
    await expect(store.heartbeat(ofSecond, NOW, LEASE_MS)).rejects.toThrow('ENOENT')
    await expect(store.release(fences, NOW)).rejects.toThrow('ENOENT')
    expect(await claim(14)).toHaveLength(7)
  })

  function move(fences: readonly Claim['fence'][], bucket: Bucket) {
    for (const { tenantId } of fences) buckets.settle(tenantId, bucket)
  }
})

test('what a run writes goes to the bucket of its tenant', async () => {
  await fill(buckets.second)
  const [{ fence, state, connection } = await Promise.reject(new Error('no sync is due'))] = await claim(1)
  await store.commitPage(fence, toCommit({ sync: 'email', items: [] }, { checkpoint: { cursor: 'c' } }), NOW)
  await store.saveCredential(connection, { ...connection.credential, accessToken: 'new' }, 1, NOW)
  await store.finishRun(fence, end({ ...state, dateNextRun: NOW + 1 }), NOW)
  const { rows } = await sql`
    select r.state, r.pages, c.credential_version as version from sync_runs r
    join connections c on c.tenant_id = r.tenant_id where r.tenant_id = ${fence.tenantId}`.execute(buckets.second.db)
  expect(rows).toEqual([{ state: 'ok', pages: 1, version: 2 }])
  expect(await store.claimOne('worker', connection, fence.sync, NOW, LEASE_MS)).toMatchObject({ trigger: 'manual' })
  expect(ALL_SYNCS).toContain(fence.sync)
})
