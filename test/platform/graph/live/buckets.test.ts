import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { GraphBuckets } from '../../../../platform/graph/buckets.ts'
import { appendChanges, type ChangeEvent } from '../../../../platform/storage/changes.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { inTransaction, isUnavailable } from '../../../../platform/storage/postgres/database.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import { openTwoBuckets, type TestBucket, type TwoBuckets } from '../../storage/two-buckets.ts'
import { newEmail } from '../api.ts'
import { addBlock } from '../block-content.ts'
import { changeOf } from '../server/live-api.ts'

let buckets: TwoBuckets
let graph: GraphBuckets
let lines: string[]
let ada: Tenant
let bob: Tenant

beforeAll(async () => {
  buckets = await openTwoBuckets()
  ada = await buckets.createTenant(buckets.first, newEmail())
  bob = await buckets.createTenant(buckets.second, newEmail())
})
beforeEach(() => {
  lines = []
  const log = createLog('debug', { write: (line) => lines.push(line) })
  const unused = () => {
    throw new Error('is not called')
  }
  const worker = { runNow: unused } as never
  const createActions = () => ({}) as never
  graph = new GraphBuckets({ buckets, log, worker, createActions, createConnectionDeps: unused, now: Date.now })
})
afterEach(() => {
  buckets.first.setAway(false)
  graph.stop()
})
afterAll(() => buckets.close())

const NOW = 1_700_000_000_000

const record = ({ store }: TestBucket, { tenantId }: Tenant, id: string) =>
  inTransaction(store.db, (tx) => appendChanges(tx, tenantId, [changeOf(id)], NOW))

/** The changes of a tenant from now on, one by one. */
async function follow(tenant: Tenant): Promise<() => Promise<ChangeEvent>> {
  const changes: ChangeEvent[] = []
  let waiting = Promise.withResolvers<void>()
  await graph.depsOf(tenant).feed.listen(tenant.tenantId, (found) => {
    changes.push(...found)
    waiting.resolve()
  })
  return async () => {
    while (changes.length === 0) {
      await waiting.promise
      waiting = Promise.withResolvers()
    }
    return changes.shift() as ChangeEvent
  }
}

const ID = '00000000-0000-4000-8000-00000000000'

test('the changes of tenants of different buckets are read where they are', async () => {
  const [ofAda, ofBob] = [await follow(ada), await follow(bob)]
  await Promise.all([record(buckets.first, ada, `${ID}1`), record(buckets.second, bob, `${ID}2`)])
  expect(await ofAda()).toMatchObject({ tenant_id: ada.tenantId, subject_id: `${ID}1` })
  expect(await ofBob()).toMatchObject({ tenant_id: bob.tenantId, subject_id: `${ID}2` })
})

test('a bucket that is away delays the events of its own tenants only, and is named in the log once', async () => {
  const [ofAda, ofBob] = [await follow(ada), await follow(bob)]
  buckets.first.setAway(true)
  await record(buckets.first, ada, `${ID}3`)
  for (const id of [`${ID}4`, `${ID}5`, `${ID}6`]) {
    await record(buckets.second, bob, id)
    expect(await ofBob()).toMatchObject({ subject_id: id })
  }
  while (lines.length === 0) await new Promise(setImmediate)
  buckets.first.setAway(false)
  expect(await ofAda()).toMatchObject({ subject_id: `${ID}3` })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ bucket: 'bucket_1', level: 'warn' }])
})

test('nobody can begin to follow changes of a bucket that is away', async () => {
  buckets.first.setAway(true)
  const failure = await follow(ada).catch((error: unknown) => error)
  expect(isUnavailable(failure)).toBe(true)
  const ofBob = await follow(bob)
  await record(buckets.second, bob, `${ID}7`)
  expect(await ofBob()).toMatchObject({ subject_id: `${ID}7` })
})

test('the blocks of an event are read in the bucket of the viewer, whatever the others ask at the same time', async () => {
  const ofBucket = async ({ store: { db } }: TestBucket, owner: Tenant, title: string) =>
    addBlock({ db, now: NOW }, owner, 'note', { title })
  const [noteOfAda, noteOfBob] = [await ofBucket(buckets.first, ada, 'One'), await ofBucket(buckets.second, bob, 'Two')]
  const titles = async (viewer: Tenant) =>
    [...(await graph.depsOf(viewer).feed.reads.findBlocks(viewer, [noteOfAda, noteOfBob])).values()].map(
      ({ block }) => block.title,
    )
  expect(await Promise.all([titles(ada), titles(bob)])).toEqual([['One'], ['Two']])
  buckets.first.setAway(true)
  const [ofAda, ofBob] = await Promise.allSettled([titles(ada), titles(bob)])
  expect(ofAda.status).toBe('rejected')
  expect(ofBob).toMatchObject({ value: ['Two'] })
})

test('the viewers of a bucket share what its resolvers depend on', () => {
  expect(graph.depsOf({ bucket: 'bucket_1' })).toBe(graph.depsOf(ada))
  expect(graph.depsOf(bob).db).toBe(buckets.second.db)
})
