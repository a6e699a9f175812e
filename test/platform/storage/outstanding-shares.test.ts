import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Buckets, onlyBucket } from '../../../platform/storage/buckets.ts'
import {
  completeOutstandingShares,
  GRANTING_PERIOD_MS,
} from '../../../platform/storage/graph/access/outstanding-shares.ts'
import { createDatabase, inTransaction, type Tx } from '../../../platform/storage/postgres/database.ts'
import { addPerson, addressIn, addTask, eventsOf, type Person, share, titleFor } from './copies/people.ts'
import { NOW } from './fixtures.ts'
import { updateRecipientsAndNotify } from './shares.ts'
import { openTestStore, type TestStore } from './test-store.ts'

let server: TestStore
let buckets: Buckets
beforeAll(async () => {
  server = await openTestStore()
  buckets = onlyBucket(server.db)
})
afterAll(() => server.close())

const complete = (now: number) => completeOutstandingShares(buckets, server.db, now)
const newAddress = () => addressIn(1)

async function countOutstanding({ tenantId }: Person): Promise<number> {
  const rows = await server.db
    .selectFrom('outstanding_shares')
    .select('bucket')
    .where('tenant_id', '=', tenantId)
    .execute()
  return rows.length
}

describe('of a transaction that began before somebody first signed in and is committed after it', () => {
  /** A block that is shared with an address, or is not, and how to change that. */
  async function createTask(isShared: boolean) {
    const [owner, address] = [await addPerson(buckets, newAddress()), newAddress()]
    const { block_id } = await addTask(owner, 'a')
    await share(owner, block_id, address, 0)
    if (!isShared) await share(owner, block_id, address, undefined)
    const update = async (tx: Tx, shared: boolean, level: number) => {
      await sql`
        update sharing s set shared = ${shared}, sharing_level = ${level} from tags t
        where s.block_id = ${block_id} and s.tenant_id = ${owner.tenantId}
          and t.tenant_id = s.tenant_id and t.tag_id = s.tag_id and t.email = ${address}`.execute(tx)
      await updateRecipientsAndNotify(tx, owner.tenantId, [block_id], NOW)
    }
    /** Somebody signs in with the address before the change is committed. */
    const signInDuring = (shared: boolean, level: number) =>
      inTransaction(server.db, async (tx) => {
        await update(tx, shared, level)
        return addPerson(buckets, address)
      })
    return { block_id, signInDuring }
  }

  async function levelFor({ tenantId, tagId }: Person, blockId: string): Promise<number | undefined> {
    const row = await server.db
      .selectFrom('sharing')
      .select('sharing_level')
      .where('tenant_id', '=', tenantId)
      .where('tag_id', '=', tagId)
      .where('block_id', '=', blockId)
      .executeTakeFirst()
    return row?.sharing_level
  }

  test('what it shares is granted', async () => {
    const { block_id, signInDuring } = await createTask(false)
    const ben = await signInDuring(true, 1)
    expect(await titleFor(ben, block_id)).toBeUndefined()
    await complete(NOW)
    await complete(NOW)
    expect([await titleFor(ben, block_id), await eventsOf(ben)]).toEqual(['a', ['SHARED']])
  })

  test('what it no longer shares is revoked', async () => {
    const { block_id, signInDuring } = await createTask(true)
    const ben = await signInDuring(false, 0)
    expect(await titleFor(ben, block_id)).toBe('a')
    await complete(NOW)
    expect([await titleFor(ben, block_id), await eventsOf(ben)]).toEqual([undefined, ['SHARED', 'UNSHARED']])
  })

  test.each([0, 1])('the role %i replaces the one before', async (level) => {
    const { block_id, signInDuring } = await createTask(true)
    const ben = await signInDuring(true, level)
    await complete(NOW)
    expect(await levelFor(ben, block_id)).toBe(level)
  })
})

test('what is shared with somebody new is compared for as long as such a transaction may run', async () => {
  const ben = await addPerson(buckets, newAddress())
  await complete(NOW + GRANTING_PERIOD_MS - 1)
  expect(await countOutstanding(ben)).toBe(1)
  await complete(NOW + GRANTING_PERIOD_MS)
  expect(await countOutstanding(ben)).toBe(0)
})

test('any number of blocks is granted, and nobody else is notified', async () => {
  const [ada, address] = [await addPerson(buckets, newAddress()), newAddress()]
  const ids: string[] = []
  for (let number = 0; number < 410; number += 1) {
    const { block_id } = await addTask(ada, 'a')
    await share(ada, block_id, address, 1)
    ids.push(block_id)
  }
  const before = await eventsOf(ada)
  const ben = await addPerson(buckets, address)
  const titles = await Promise.all(ids.map((id) => titleFor(ben, id)))
  expect(titles.filter((title) => title === 'a')).toHaveLength(410)
  expect(await eventsOf(ben)).toEqual(Array(410).fill('SHARED'))
  expect(await eventsOf(ada)).toEqual(before)
})

describe('a bucket that cannot grant anything', () => {
  test('keeps nobody from signing in', async () => {
    const [ada, address] = [await addPerson(buckets, newAddress()), newAddress()]
    const { block_id } = await addTask(ada, 'a')
    await share(ada, block_id, address, 1)
    const broken = {
      name: 'broken',
      db: createDatabase({ host: '/nowhere', port: 1, user: 'nobody', database: 'none' }),
    }
    const ben = await addPerson({ ...buckets, all: () => [broken, ...buckets.all()] }, address)
    expect(await titleFor(ben, block_id)).toBe('a')
    await server.db.deleteFrom('outstanding_shares').where('bucket', '=', 'broken').execute()
    await broken.db.destroy()
  })

  test('is reported, and does not keep others from being granted what they are to get', async () => {
    const [first, second] = [await addPerson(buckets, newAddress()), await addPerson(buckets, newAddress())]
    await server.db.insertInto('outstanding_shares').values({ tenant_id: first.tenantId, bucket: 'broken' }).execute()
    const named = (bucket: string | undefined) => {
      if (bucket === 'broken') throw new Error('the bucket is broken')
      return buckets.named(bucket)
    }
    const completing = completeOutstandingShares({ ...buckets, named }, server.db, NOW + GRANTING_PERIOD_MS)
    await expect(completing).rejects.toThrow('the bucket is broken')
    expect(await Promise.all([first, second].map(countOutstanding))).toEqual([1, 0])
  })
})
