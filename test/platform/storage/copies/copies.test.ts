import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Buckets } from '../../../../platform/storage/buckets.ts'
import {
  completeOutstandingShares,
  GRANTING_PERIOD_MS,
} from '../../../../platform/storage/graph/access/outstanding-shares.ts'
import { claimSync, createFixture, email, NOW, toCommit } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import {
  addPerson,
  addressIn,
  addTask,
  append,
  eventsOf,
  prepareOrganizations,
  share,
  titleFor,
  toPerson,
} from './people.ts'

const onCluster = process.env.TEST_CLUSTER_URL ? describe : describe.skip

onCluster('a block that people of other buckets see', () => {
  let store: TestStore
  let buckets: Buckets
  beforeAll(async () => {
    store = await openTestStore({ allBuckets: true })
    buckets = store.buckets
    await prepareOrganizations(buckets)
  })
  afterAll(() => store.close())

  const personIn = (bucket: number) => addPerson(buckets, addressIn(bucket))

  test('is copied while they see it, and is theirs to change', async () => {
    const [ada, ben] = [await personIn(1), await personIn(2)]
    const { block_id } = await addTask(ada, 'a')
    await share(ada, block_id, ben.email, 1)
    expect(await titleFor(ben, block_id)).toBe('a')
    await append(ben, block_id, 'b')
    expect(await titleFor(ada, block_id)).toBe('ab')
    await share(ada, block_id, ben.email, undefined)
    expect(await titleFor(ben, block_id)).toBeUndefined()
    const left = await ben.db.selectFrom('blocks').select('title').where('block_id', '=', block_id).execute()
    expect(left).toEqual([])
    expect(await eventsOf(ada)).toEqual(['CREATED', 'UPDATED', 'UPDATED', 'UPDATED'])
    expect(await eventsOf(ben)).toEqual(['SHARED', 'UPDATED', 'UNSHARED'])
  })

  test('loses no change when the owner and guests of several buckets write at the same time', async () => {
    const people = [await personIn(1), await personIn(2), await personIn(3)] as const
    const [ada, ...guests] = people
    const { block_id } = await addTask(ada, '')
    for (const guest of guests) await share(ada, block_id, guest.email, 2)
    const texts = Array.from({ length: 12 }, (_, number) => String.fromCharCode(97 + number))
    await Promise.all(texts.map((text, number) => append(people[number % 3] ?? ada, block_id, text)))
    const titles = await Promise.all(people.map((person) => titleFor(person, block_id)))
    expect(new Set(titles).size).toBe(1)
    expect([...(titles[0] ?? '')].sort()).toEqual(texts)
    const [first = [], second = []] = await Promise.all(guests.map(eventsOf))
    const updates = texts.map(() => 'UPDATED')
    // The first was told that the block is shared with the second.
    expect([first, second]).toEqual([
      ['SHARED', 'UPDATED', ...updates],
      ['SHARED', ...updates],
    ])
  }, 60_000)

  test('is seen by who signs in after it was shared with them, from all buckets', async () => {
    const [ada, cleo] = [await personIn(1), await personIn(3)]
    const address = addressIn(2)
    const blocks = [await addTask(ada, 'of ada'), await addTask(cleo, 'of cleo')]
    await share(ada, blocks[0]?.block_id as string, address, 1)
    await share(cleo, blocks[1]?.block_id as string, address, 0)
    const ben = await addPerson(buckets, address)
    expect(await Promise.all(blocks.map(({ block_id }) => titleFor(ben, block_id)))).toEqual(['of ada', 'of cleo'])
    expect(await eventsOf(ben)).toEqual(['SHARED', 'SHARED'])
  })

  test('is granted later if its bucket is away when they sign in', async () => {
    const ada = await personIn(1)
    const address = addressIn(2)
    const { block_id } = await addTask(ada, 'a')
    await share(ada, block_id, address, 1)
    const own = buckets.all().filter(({ name }) => name === 'bucket_2')
    const ben = await addPerson({ ...withMethods(buckets), all: () => own }, address)
    expect(await titleFor(ben, block_id)).toBeUndefined()
    await ben.db.insertInto('outstanding_shares').values({ tenant_id: ben.tenantId, bucket: 'bucket_1' }).execute()
    const later = NOW + GRANTING_PERIOD_MS
    await Promise.all([later, later].map((now) => completeOutstandingShares(buckets, ben.db, now)))
    expect(await titleFor(ben, block_id)).toBe('a')
    expect(await eventsOf(ben)).toEqual(['SHARED'])
    expect(await ben.db.selectFrom('outstanding_shares').selectAll().execute()).toEqual([])
  })

  test('is the older one if owners of different buckets share blocks of one id', async () => {
    const [ada, ben, cleo] = [await personIn(1), await personIn(2), await personIn(3)]
    const id = randomUUID()
    await addTask(ada, 'of ada', id)
    await addTask(cleo, 'of cleo', id)
    await sql`update blocks set date_created = ${NOW - 1} where tenant_id = ${cleo.tenantId} and block_id = ${id}`.execute(
      cleo.db,
    )
    await share(ada, id, ben.email, 1)
    expect(await titleFor(ben, id)).toBe('of ada')
    await share(cleo, id, ben.email, 1)
    expect(await titleFor(ben, id)).toBe('of cleo')
    await append(ben, id, '!')
    expect([await titleFor(ada, id), await titleFor(cleo, id)]).toEqual(['of ada', 'of cleo!'])
  })

  test('does not replace a block of their own with the same id', async () => {
    const [ada, ben] = [await personIn(1), await personIn(2)]
    const id = randomUUID()
    await addTask(ben, 'of ben', id)
    await addTask(ada, 'of ada', id)
    await share(ada, id, ben.email, 1)
    await append(ada, id, '!')
    await append(ben, id, '?')
    expect([await titleFor(ada, id), await titleFor(ben, id)]).toEqual(['of ada!', 'of ben?'])
    expect(await eventsOf(ben)).toEqual(['CREATED', 'UPDATED'])
  })

  test('is seen as the newest page of a sync has it', async () => {
    const { db } = await personIn(1)
    const fixture = await createFixture(db)
    const owner = toPerson(fixture.tenant, db)
    const { fence } = await claimSync(fixture, 'email')
    const save = (subject: string, now: number) =>
      fixture.store.commitPage(fence, toCommit({ sync: 'email', items: [email('1', { subject })] }), now)
    await save('first', NOW)
    const [{ block_id } = { block_id: '' }] = await db
      .selectFrom('blocks')
      .select('block_id')
      .where('tenant_id', '=', owner.tenantId)
      .execute()
    const ben = await personIn(2)
    await share(owner, block_id, ben.email, 0)
    await save('second', NOW + 1)
    expect(await titleFor(ben, block_id)).toBe('second')
    expect(await eventsOf(ben)).toEqual(['SHARED', 'UPDATED'])
  })
})

function withMethods(buckets: Buckets): Buckets {
  return {
    directory: buckets.directory,
    all: () => buckets.all(),
    of: (tenantId) => buckets.of(tenantId),
    named: (bucket) => buckets.named(bucket),
    choose: (address) => buckets.choose(address),
  }
}
