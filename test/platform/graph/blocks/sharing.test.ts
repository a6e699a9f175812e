import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addPerson, addTag, type Content } from '../block-content.ts'
import { signIn, type TestUser } from '../block-operations.ts'

let api: Api
let content: Content
let ada: TestUser
let ben: TestUser
let cleo: TestUser
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
  ;[ada, ben, cleo] = [await signIn(api), await signIn(api), await signIn(api)]
})
afterAll(() => api.stop())

const [READER, EDITOR, OWNER] = [0, 1, 2]

const to = (recipient: { email: string } | { tagId: string }, sharingLevel: number | undefined, more = {}) => {
  const name = 'tenantId' in recipient ? { email: (recipient as TestUser).email } : recipient
  return { ...name, shared: true, sharingLevel, sharingApproach: 1, ...more }
}

async function note(...sharingTags: object[]) {
  const { _id } = await ada.run('upsertOneNote', { title: 'Plan', sharingTags })
  return { _id, referenceBlock: { id: _id, blockType: 'note' } }
}

const accessOf = async (person: TestUser, _id: string) => {
  const { data, errors } = await person.execute('block', { _id })
  return (data.block as { access: string } | null)?.access ?? codeOf({ errors })
}

async function tagOf(person: TestUser, _id: string, email: string) {
  const { sharingTags } = await person.run('block', { _id })
  return sharingTags.find(({ tag }) => tag?.email === email)?.tagId
}

test('a guest ends the access that somebody else has given, as far as they may', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR), to(cleo, READER))
  const tagId = await addPerson(content, ben, cleo.email)
  const { sharingTags } = await ben.run('block', { _id })
  expect(sharingTags).toContainEqual(expect.objectContaining({ tagId, shared: true }))
  await ada.run('addSharingTag', { referenceBlock, sharingTag: to(cleo, OWNER) })
  expect(codeOf(await ben.execute('deleteSharingTag', { referenceBlock, tagId }))).toBe('FORBIDDEN')
  await ada.run('addSharingTag', { referenceBlock, sharingTag: to(cleo, READER) })
  const { block } = await ben.run('deleteSharingTag', { referenceBlock, tagId })
  expect(block?.sharingTags.some((link) => link.tagId === tagId)).toBe(false)
  expect(await accessOf(cleo, _id)).toBe('NOT_FOUND')
  expect((await ben.run('deleteSharingTag', { referenceBlock, tagId })).block?._id).toBe(_id)
})

// On a cluster the block is locked in its bucket, where this connection does not see who waits.
const onOneServer = process.env.TEST_CLUSTER_URL ? test.skip : test

onOneServer('a new address of a person gets nothing whose sharing ends at the same time', async () => {
  const email = newEmail()
  const { _id } = await note(to({ email }, READER))
  const tagId = await tagOf(ada, _id, email)
  const newcomer = await signIn(api)
  const moving = await api.db.transaction().execute(async (tx) => {
    await sql`select from blocks where block_id = ${_id} for update`.execute(tx)
    await sql`delete from sharing where block_id = ${_id} and tag_id = ${tagId}`.execute(tx)
    const mutation = 'mutation T($input: UpsertTagInput!) { upsertOneTag(input: $input) { email } }'
    let isRunning = true
    const response = api
      .execute(ada.email, mutation, { input: { _id: tagId, email: newcomer.email } })
      .finally(() => (isRunning = false))
    while (isRunning && !(await isWaitedFor())) await setTimeout(20)
    return { response }
  })
  expect((await moving.response).data.upsertOneTag).toEqual({ email: newcomer.email })
  expect(await accessOf(newcomer, _id)).toBe('NOT_FOUND')
})

/** Whether a statement in this database waits for a lock of another transaction. */
async function isWaitedFor(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db)
  return rows.length > 0
}

test('an invitation creates a person tag and grants access when the person signs in', async () => {
  const { _id, referenceBlock } = await note()
  const email = newEmail()
  const sharingTag = { ...to({ email: ` ${email.toUpperCase()} ` }, READER) }
  const { block } = await ada.run('addSharingTag', { referenceBlock, sharingTag })
  expect(block.sharingTags).toContainEqual(
    expect.objectContaining({ shared: true, sharingLevel: 0, sharingApproach: 1, tag: { email } }),
  )
  const guest = await signIn(api, email)
  expect(await accessOf(guest, _id)).toBe('READ_ONLY')
  const again = await ada.run('addSharingTag', { referenceBlock, sharingTag: to({ email }, EDITOR) })
  expect(again.block.sharingTags).toHaveLength(2)
  expect(await accessOf(guest, _id)).toBe('RW')
})

test('removing a link revokes the access that it granted', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR))
  expect(await accessOf(ben, _id)).toBe('RW')
  const tagId = await tagOf(ada, _id, ben.email)
  const { block } = await ada.run('deleteSharingTag', { referenceBlock, tagId })
  expect(block?.sharingTags).toHaveLength(1)
  expect(await accessOf(ben, _id)).toBe('NOT_FOUND')
  const repeated = await ada.run('deleteSharingTag', { referenceBlock, tagId })
  expect(repeated.block?.sharingTags).toHaveLength(1)
  expect(codeOf(await ben.execute('deleteSharingTag', { referenceBlock, tagId: ben.tagId }))).toBe('NOT_FOUND')
})

test('a link that no longer shares revokes the access', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR))
  await ada.run('addSharingTag', { referenceBlock, sharingTag: to(ben, EDITOR, { shared: false }) })
  expect(await accessOf(ben, _id)).toBe('NOT_FOUND')
  expect(await tagOf(ada, _id, ben.email)).toBeDefined()
})

test("one's own link that no longer shares ends one's own access, although the link stays", async () => {
  const { _id, referenceBlock } = await note(to(ben, OWNER))
  await ada.run('addSharingTag', { referenceBlock, sharingTag: to({ tagId: ada.tagId }, OWNER, { shared: false }) })
  expect(await accessOf(ada, _id)).toBe('NOT_FOUND')
  expect(await accessOf(ben, _id)).toBe('RW')
  const links = await api.db.selectFrom('sharing').selectAll().where('block_id', '=', _id).execute()
  expect(links).toContainEqual(expect.objectContaining({ tag_id: ada.tagId, shared: false }))
})

test('a guest with write access can grant access to others and revoke it', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR))
  const { block } = await ben.run('addSharingTag', { referenceBlock, sharingTag: to(cleo, EDITOR) })
  expect(block.sharingTags.map(({ tag }) => tag?.email).sort()).toEqual([ben.email, cleo.email].sort())
  expect(await accessOf(cleo, _id)).toBe('RW')
  const home = await tagOf(ada, _id, cleo.email)
  expect(home).toBeDefined()
  await ben.run('deleteSharingTag', { referenceBlock, tagId: await tagOf(ben, _id, cleo.email) })
  expect(await accessOf(cleo, _id)).toBe('NOT_FOUND')
  expect(await tagOf(ada, _id, cleo.email)).toBeUndefined()
})

test('the owner can revoke access that a guest has granted, and the guest sees that', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR))
  await ben.run('addSharingTag', { referenceBlock, sharingTag: to(cleo, EDITOR) })
  await ada.run('addSharingTag', { referenceBlock, sharingTag: to(cleo, READER) })
  expect((await ben.run('block', { _id })).sharingTags.find(({ tag }) => tag?.email === cleo.email)?.sharingLevel).toBe(
    0,
  )
  await ada.run('deleteSharingTag', { referenceBlock, tagId: await tagOf(ada, _id, cleo.email) })
  expect(await accessOf(cleo, _id)).toBe('NOT_FOUND')
  expect(await tagOf(ben, _id, cleo.email)).toBeUndefined()
})

test('a guest who loses access also loses the links with which they shared the block, and no other', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR))
  const topic = await addTag(content, ben, { alias: 'Building' })
  const organizing = { tagId: topic, shared: false, sharingLevel: 0, sharingApproach: 1 }
  await ben.run('addSharingTag', { referenceBlock, sharingTag: organizing })
  await ben.run('addSharingTag', { referenceBlock, sharingTag: to(cleo, READER) })
  await ada.run('deleteSharingTag', { referenceBlock, tagId: await tagOf(ada, _id, ben.email) })
  expect(await accessOf(cleo, _id)).toBe('READ_ONLY')
  const links = api.db.selectFrom('sharing').select('tag_id').where('block_id', '=', _id)
  expect(await links.where('tenant_id', '=', ben.tenantId).execute()).toEqual([{ tag_id: topic }])
  // With access again they replace their own links, and take nobody's access.
  await ada.run('addSharingTag', { referenceBlock, sharingTag: to(ben, READER) })
  await ben.run('updateOneBlock', { _id, sharingTags: [] })
  expect(await accessOf(cleo, _id)).toBe('READ_ONLY')
})

test('a link that existed before a guest shared the block remains afterwards', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR), to(cleo, READER, { shared: false, sharingApproach: 2 }))
  await ben.run('addSharingTag', { referenceBlock, sharingTag: to(cleo, EDITOR) })
  expect(await accessOf(cleo, _id)).toBe('RW')
  await ben.run('deleteSharingTag', { referenceBlock, tagId: await tagOf(ben, _id, cleo.email) })
  expect(await accessOf(cleo, _id)).toBe('NOT_FOUND')
  expect(await tagOf(ada, _id, cleo.email)).toBeDefined()
})

test('the organizing links of a guest are private', async () => {
  const { _id, referenceBlock } = await note(to(ben, READER))
  const topic = await addTag(content, ben, { alias: 'Building' })
  const link = { tagId: topic, shared: false, sharingLevel: 0, sharingApproach: 1, pinned: true }
  const { block } = await ben.run('addSharingTag', { referenceBlock, sharingTag: link })
  expect(block.sharingTags).toContainEqual(expect.objectContaining({ tagId: topic, pinned: true }))
  expect((await ada.run('block', { _id })).sharingTags).toHaveLength(2)
  const history = await ada.run('blockActivities', { blockId: _id })
  expect(history.map(({ activityType }) => activityType)).toEqual(['SHARED', 'CREATED'])
  await ben.run('deleteSharingTag', { referenceBlock, tagId: topic })
  expect((await ben.run('block', { _id })).sharingTags).toHaveLength(1)
})

test("removing an organizing link of a guest does not change anyone's access", async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR), to(cleo, EDITOR))
  const link = { email: cleo.email, shared: false, sharingLevel: 0, sharingApproach: 1 }
  await ben.run('addSharingTag', { referenceBlock, sharingTag: link })
  await ben.run('deleteSharingTag', { referenceBlock, tagId: await tagOf(ben, _id, cleo.email) })
  expect(await accessOf(cleo, _id)).toBe('RW')
})

const REFUSALS: [string, number | undefined, (guest: TestUser) => object][] = [
  ['a reader invites', READER, () => to({ email: newEmail() }, READER)],
  ['a reader assigns', READER, (guest) => to(guest, READER, { assigned: true })],
  ['a reader raises their own access', READER, (guest) => to(guest, EDITOR)],
  ['an editor grants ownership', EDITOR, () => to({ email: newEmail() }, OWNER)],
  ['an editor raises their own access', EDITOR, (guest) => to(guest, OWNER)],
  ['an editor removes the owner', EDITOR, () => to(ada, EDITOR)],
  ['an editor no longer shares with the owner', EDITOR, () => to(ada, READER)],
]

test.each(REFUSALS)('%s: is refused', async (_what, level, sharingTag) => {
  const guest = await signIn(api)
  const { _id, referenceBlock } = await note(to(guest, level))
  const unchanged = await api.db
    .selectFrom('sharing')
    .selectAll()
    .where('block_id', '=', _id)
    .orderBy('tag_id')
    .execute()
  expect(codeOf(await guest.execute('addSharingTag', { referenceBlock, sharingTag: sharingTag(guest) }))).toBe(
    'FORBIDDEN',
  )
  const links = await api.db.selectFrom('sharing').selectAll().where('block_id', '=', _id).orderBy('tag_id').execute()
  expect(links).toEqual(unchanged)
})

test('the last owner cannot leave, one of two can', async () => {
  const { _id, referenceBlock } = await note()
  expect(codeOf(await ada.execute('deleteSharingTag', { referenceBlock, tagId: ada.tagId }))).toBe('CONFLICT')
  const lower = { referenceBlock, sharingTag: to({ tagId: ada.tagId }, EDITOR) }
  expect(codeOf(await ada.execute('addSharingTag', lower))).toBe('CONFLICT')
  await ada.run('addSharingTag', { referenceBlock, sharingTag: to({ email: newEmail() }, OWNER) })
  expect(codeOf(await ada.execute('deleteSharingTag', { referenceBlock, tagId: ada.tagId }))).toBe('CONFLICT')
  await ada.run('addSharingTag', { referenceBlock, sharingTag: to(ben, OWNER) })
  expect(await ada.run('deleteSharingTag', { referenceBlock, tagId: ada.tagId })).toEqual({ block: null })
  expect(await accessOf(ada, _id)).toBe('NOT_FOUND')
  expect(codeOf(await ben.execute('deleteSharingTag', { referenceBlock, tagId: ben.tagId }))).toBe('CONFLICT')
  await ben.run('addSharingTag', { referenceBlock, sharingTag: to(ada, READER) })
  expect(await accessOf(ada, _id)).toBe('READ_ONLY')
})

test('of two owners who leave concurrently one remains', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { _id, referenceBlock } = await note(to(ben, OWNER))
    const leave = (person: TestUser) => person.execute('deleteSharingTag', { referenceBlock, tagId: person.tagId })
    const codes = (await Promise.all([leave(ada), leave(ben)])).map(codeOf)
    expect(codes.toSorted()).toEqual(['CONFLICT', undefined])
    const access = [await accessOf(ada, _id), await accessOf(ben, _id)]
    expect(access.toSorted()).toEqual(['NOT_FOUND', 'RW'])
  }
})

test('anyone can leave, and then loses access', async () => {
  const { _id, referenceBlock } = await note(to(ben, READER))
  expect(await ben.run('deleteSharingTag', { referenceBlock, tagId: ben.tagId })).toEqual({ block: null })
  expect(await accessOf(ben, _id)).toBe('NOT_FOUND')
  expect((await ada.run('block', { _id })).sharingTags).toHaveLength(1)
})

test('unknown blocks and tags are not found', async () => {
  const { _id, referenceBlock } = await note()
  const sharingTag = to(ben, READER)
  const ask = async (person: TestUser, input: object) =>
    codeOf(await person.execute('addSharingTag', { sharingTag, ...input }))
  expect(await ask(ada, { referenceBlock: { blockType: 'note' } })).toBe('BAD_USER_INPUT')
  expect(await ask(ada, { referenceBlock: { id: _id, blockType: 'task' } })).toBe('NOT_FOUND')
  expect(await ask(cleo, { referenceBlock })).toBe('NOT_FOUND')
  for (const tagId of [randomUUID(), 'no-id', ben.tagId]) {
    expect(await ask(ada, { referenceBlock, sharingTag: to({ tagId }, READER) })).toBe('NOT_FOUND')
    expect(codeOf(await ada.execute('deleteSharingTag', { referenceBlock, tagId }))).toBe('NOT_FOUND')
  }
})

test('concurrent requests for the same link create one link', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR), to(cleo, EDITOR))
  const email = newEmail()
  const people = [ada, ben, cleo, ada, ben, cleo, ada, ben, cleo]
  const responses = await Promise.all(
    people.map((person) => person.execute('addSharingTag', { referenceBlock, sharingTag: to({ email }, READER) })),
  )
  expect(responses.map(({ errors }) => errors)).toEqual(people.map(() => undefined))
  const rows = await api.db.selectFrom('tags').select('tenant_id').where('email', '=', email).execute()
  expect(rows.map(({ tenant_id }) => tenant_id).sort()).toEqual([ada, ben, cleo].map(({ tenantId }) => tenantId).sort())
  expect(await tagOf(ada, _id, email)).toBeDefined()
  expect(await accessOf(await signIn(api, email), _id)).toBe('READ_ONLY')
})

test('concurrent changes of the same blocks do not deadlock', async () => {
  const theirs = await ben.run('upsertOneNote', { sharingTags: [to(ada, EDITOR)] })
  const { _id } = await note(to(ben, EDITOR))
  const work = Array.from({ length: 12 }, (_, index) => [
    ada.execute('upsertOneNote', { _id: index % 2 ? _id : theirs._id, title: `${index}` }),
    ben.execute('upsertOneNote', { _id: index % 2 ? theirs._id : _id, title: `${index}` }),
  ])
  const responses = await Promise.all(work.flat())
  expect(responses.flatMap(({ errors }) => errors ?? [])).toEqual([])
})

test('each person is notified once of gained access, changes and lost access', async () => {
  const [owner, guest] = [await signIn(api), await signIn(api)]
  const sharingTags = [to(guest, EDITOR)]
  const { _id } = await owner.run('upsertOneNote', { title: 'One', sharingTags })
  await guest.run('upsertOneNote', { _id, title: 'Two' })
  const tagId = await addTag(content, guest)
  const pin = { tagId, shared: false, sharingLevel: 0, sharingApproach: 1 }
  await guest.run('addSharingTag', { referenceBlock: { id: _id }, sharingTag: pin })
  await owner.run('archiveOneBlock', { _id })
  await owner.run('deleteSharingTag', {
    referenceBlock: { id: _id },
    tagId: await archivedTag(owner, _id, guest.email),
  })
  await owner.run('archiveOneBlock', { _id, archive: false })
  expect(await heard(guest, _id)).toEqual(['SHARED', 'UPDATED', 'UPDATED', 'ARCHIVED', 'UNSHARED'])
  expect(await heard(owner, _id)).toEqual(['CREATED', 'UPDATED', 'ARCHIVED', 'UPDATED', 'RESTORED'])
})

test('the owner tenant is notified when another owner revokes its access and restores it', async () => {
  const [owner, coOwner] = [await signIn(api), await signIn(api)]
  const { _id } = await owner.run('upsertOneNote', { sharingTags: [to(coOwner, OWNER)] })
  const referenceBlock = { id: _id }
  await coOwner.run('addSharingTag', { referenceBlock, sharingTag: to(owner, EDITOR) })
  await coOwner.run('deleteSharingTag', { referenceBlock, tagId: await tagOf(coOwner, _id, owner.email) })
  await coOwner.run('upsertOneNote', { _id, title: 'Mine alone' })
  await coOwner.run('addSharingTag', { referenceBlock, sharingTag: to(owner, READER) })
  expect(await heard(owner, _id)).toEqual(['CREATED', 'SHARED', 'UNSHARED', 'SHARED'])
  expect(await accessOf(owner, _id)).toBe('READ_ONLY')
})

async function archivedTag(person: TestUser, _id: string, email: string) {
  const { sharingTags } = await person.run('block', { _id, archived: true })
  return sharingTags.find(({ tag }) => tag?.email === email)?.tagId
}

async function heard({ email }: TestUser, _id: string) {
  const { data } = await api.execute(email, '{ changes(input: {}) { events { eventType subject _id } } }')
  const { events } = data.changes as { events: { eventType: string; subject: string; _id: string }[] }
  return events.filter((event) => event._id === _id).map(({ eventType }) => eventType)
}
