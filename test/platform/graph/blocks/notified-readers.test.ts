import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { insertIntoFeeds } from '../../../../platform/storage/changes.ts'
import { insertReadersChanges, selectReaders } from '../../../../platform/storage/graph/access/readers.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { type Api, startApi } from '../api.ts'
import { signIn, type TestUser } from '../block-operations.ts'

let api: Api
let ada: TestUser
let ben: TestUser
let cleo: TestUser
beforeAll(async () => {
  api = await startApi()
  ;[ada, ben, cleo] = [await signIn(api), await signIn(api), await signIn(api)]
})
afterAll(() => api.stop())

const readBy = ({ email }: TestUser) => ({ email, shared: true, sharingLevel: 0, sharingApproach: 1 })

async function createNote(owner: TestUser, readers: readonly TestUser[]) {
  const { _id } = await owner.run('upsertOneNote', { title: 'Plan', sharingTags: readers.map(readBy) })
  return { tenant_id: owner.tenantId, block_id: _id, block_type: 'note' }
}

interface Appended {
  tenant_id: string
  sequence: number
  event_type: string
  subject_id: string
}

/** The changes of all tenants since their counters were at `before`. */
async function listAppended(before: ReadonlyMap<string, number>): Promise<Appended[]> {
  const { rows } = await sql<Appended>`
    select tenant_id, sequence, event_type, subject_id from change_events order by tenant_id, sequence`.execute(api.db)
  return rows.filter(({ tenant_id, sequence }) => sequence > (before.get(tenant_id) ?? 0))
}

async function readCounters(): Promise<Map<string, number>> {
  const rows = await api.db.selectFrom('feeds').select(['tenant_id', 'sequence']).execute()
  return new Map(rows.map(({ tenant_id, sequence }) => [tenant_id, sequence]))
}

test('a change is appended for those who can see the block, and for nobody who could see it before', async () => {
  const blocks = [await createNote(ada, [ben, cleo]), await createNote(ben, [ada]), await createNote(cleo, [])]
  const [first] = blocks as [(typeof blocks)[number]]
  // Ben keeps a private link to a block that is no longer shared with him.
  await ben.run('addSharingTag', {
    referenceBlock: { id: first.block_id, blockType: 'note' },
    sharingTag: { tagId: await tagOf(ben, ada), shared: false, sharingLevel: 0, sharingApproach: 1 },
  })
  await ada.run('deleteSharingTag', {
    referenceBlock: { id: first.block_id, blockType: 'note' },
    tagId: await tagOf(ada, ben),
  })
  const before = await readCounters()
  const expected = []
  for (const { tenant_id, block_id } of blocks) {
    const { rows } = await selectReaders(tenant_id, [block_id]).execute(api.db)
    expected.push(...rows.map((row) => `${row.tenant_id} ${block_id}`))
  }
  const changed = blocks.map((block) => ({ ...block, event: 'UPDATED' as const }))
  await inTransaction(api.db, (tx) => insertReadersChanges(changed, ada.tenantId, 1).execute(tx))
  const appended = await listAppended(before)
  expect(appended.map(({ tenant_id, subject_id }) => `${tenant_id} ${subject_id}`).sort()).toEqual(expected.sort())
  expect(expected).toHaveLength(5)
  expect(expected).not.toContain(`${ben.tenantId} ${first.block_id}`)
  for (const [tenantId, counter] of await readCounters()) {
    const sequences = appended.filter(({ tenant_id }) => tenant_id === tenantId).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, index) => (before.get(tenantId) ?? 0) + index + 1))
    expect(counter).toBe((before.get(tenantId) ?? 0) + sequences.length)
  }
})

async function tagOf(viewer: TestUser, person: TestUser): Promise<string> {
  const tag = await api.db
    .selectFrom('tags')
    .select('tag_id')
    .where('tenant_id', '=', viewer.tenantId)
    .where('email', '=', person.email)
    .executeTakeFirst()
  return tag?.tag_id ?? viewer.tagId
}

test('the changes of several tenants are appended in their order', async () => {
  const { block_id, block_type } = await createNote(ada, [])
  const before = await readCounters()
  const change = (event_type: 'UPDATED' | 'SHARED' | 'UNSHARED') => ({
    event_type,
    subject: 'block' as const,
    subject_id: block_id,
    subject_type: block_type,
  })
  const feeds = [
    [ada.tenantId, [change('SHARED'), change('UPDATED')]],
    [ben.tenantId, [change('UNSHARED')]],
  ] as const
  await inTransaction(api.db, async (tx) => insertIntoFeeds(feeds, 1)?.execute(tx))
  const appended = (await listAppended(before)).map(({ tenant_id, event_type }) => [tenant_id, event_type])
  expect(appended.filter(([id]) => id === ada.tenantId).map(([, event]) => event)).toEqual(['SHARED', 'UPDATED'])
  expect(appended.filter(([id]) => id === ben.tenantId).map(([, event]) => event)).toEqual(['UNSHARED'])
})

test('mutations at the same time number the changes of each tenant without gaps', async () => {
  const notes = await Promise.all([createNote(ada, [ben]), createNote(ben, [ada]), createNote(ada, [ben, cleo])])
  const before = await readCounters()
  const react = (index: number) => {
    const { block_id } = notes[index % notes.length] as (typeof notes)[number]
    const person = index % 2 === 0 ? ada : ben
    return person.run('addReaction', { _id: block_id, blockType: 'note', shortcodes: `emoji_${index}` })
  }
  await Promise.all(Array.from({ length: 24 }, (_, index) => react(index)))
  const appended = await listAppended(before)
  const sequencesOf = ({ tenantId }: TestUser) =>
    appended.filter(({ tenant_id }) => tenant_id === tenantId).map(({ sequence }) => sequence)
  for (const [user, count] of [
    [ada, 24],
    [ben, 24],
    [cleo, 8],
  ] as const) {
    const start = before.get(user.tenantId) ?? 0
    expect(sequencesOf(user)).toEqual(Array.from({ length: count }, (_, index) => start + index + 1))
  }
})
