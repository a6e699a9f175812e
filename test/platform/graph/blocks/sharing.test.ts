import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Api, codeOf, someone, startApi } from '../api.ts'
import { addTag, type Content } from '../block-content.ts'
import { meet, type Someone } from '../block-operations.ts'

let api: Api
let content: Content
let ada: Someone
let ben: Someone
let cleo: Someone
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
  ;[ada, ben, cleo] = [await meet(api), await meet(api), await meet(api)]
})
afterAll(() => api.stop())

const [READER, EDITOR, OWNER] = [0, 1, 2]
const to = (who: { email: string } | { tagId: string }, sharingLevel: number | undefined, more = {}) => {
  const name = 'tenantId' in who ? { email: (who as Someone).email } : who
  return { ...name, shared: true, sharingLevel, sharingApproach: 1, ...more }
}

async function note(...sharingTags: object[]) {
  const { _id } = await ada.do('upsertOneNote', { title: 'Plan', sharingTags })
  return { _id, referenceBlock: { id: _id, blockType: 'note' } }
}

const accessOf = async (person: Someone, _id: string) => {
  const { data, errors } = await person.ask('block', { _id })
  return (data.block as { access: string } | null)?.access ?? codeOf({ errors })
}

async function tagOf(person: Someone, _id: string, email: string) {
  const { sharingTags } = await person.do('block', { _id })
  return sharingTags.find(({ tag }) => tag?.email === email)?.tagId
}

test('an invitation makes the person and lets them in when they sign in', async () => {
  const { _id, referenceBlock } = await note()
  const email = someone()
  const sharingTag = { ...to({ email: ` ${email.toUpperCase()} ` }, READER) }
  const { block } = await ada.do('addSharingTag', { referenceBlock, sharingTag })
  expect(block.sharingTags).toContainEqual(
    expect.objectContaining({ shared: true, sharingLevel: 0, sharingApproach: 1, tag: { email } }),
  )
  const guest = await meet(api, email)
  expect(await accessOf(guest, _id)).toBe('READ_ONLY')
  const again = await ada.do('addSharingTag', { referenceBlock, sharingTag: to({ email }, EDITOR) })
  expect(again.block.sharingTags).toHaveLength(2)
  expect(await accessOf(guest, _id)).toBe('RW')
})

test('removing a link takes the access it gave', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR))
  expect(await accessOf(ben, _id)).toBe('RW')
  const tagId = await tagOf(ada, _id, ben.email)
  const { block } = await ada.do('deleteSharingTag', { referenceBlock, tagId })
  expect(block?.sharingTags).toHaveLength(1)
  expect(await accessOf(ben, _id)).toBe('NOT_FOUND')
  const repeated = await ada.do('deleteSharingTag', { referenceBlock, tagId })
  expect(repeated.block?.sharingTags).toHaveLength(1)
  expect(codeOf(await ben.ask('deleteSharingTag', { referenceBlock, tagId: ben.tagId }))).toBe('NOT_FOUND')
})

test('a link that no longer shares takes the access too', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR))
  await ada.do('addSharingTag', { referenceBlock, sharingTag: to(ben, EDITOR, { shared: false }) })
  expect(await accessOf(ben, _id)).toBe('NOT_FOUND')
  expect(await tagOf(ada, _id, ben.email)).toBeDefined()
})

test('a guest who shares it on lets others in, and takes them out again', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR))
  const { block } = await ben.do('addSharingTag', { referenceBlock, sharingTag: to(cleo, EDITOR) })
  expect(block.sharingTags.map(({ tag }) => tag?.email).sort()).toEqual([ben.email, cleo.email].sort())
  expect(await accessOf(cleo, _id)).toBe('RW')
  const home = await tagOf(ada, _id, cleo.email)
  expect(home).toBeDefined()
  await ben.do('deleteSharingTag', { referenceBlock, tagId: await tagOf(ben, _id, cleo.email) })
  expect(await accessOf(cleo, _id)).toBe('NOT_FOUND')
  expect(await tagOf(ada, _id, cleo.email)).toBeUndefined()
})

test('what a guest has shared on, the owner takes back, and the guest sees that', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR))
  await ben.do('addSharingTag', { referenceBlock, sharingTag: to(cleo, EDITOR) })
  await ada.do('addSharingTag', { referenceBlock, sharingTag: to(cleo, READER) })
  expect((await ben.do('block', { _id })).sharingTags.find(({ tag }) => tag?.email === cleo.email)?.sharingLevel).toBe(
    0,
  )
  await ada.do('deleteSharingTag', { referenceBlock, tagId: await tagOf(ada, _id, cleo.email) })
  expect(await accessOf(cleo, _id)).toBe('NOT_FOUND')
  expect(await tagOf(ben, _id, cleo.email)).toBeUndefined()
})

test('who was on a block before a guest shared it with them is on it afterwards', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR), to(cleo, READER, { shared: false, sharingApproach: 2 }))
  await ben.do('addSharingTag', { referenceBlock, sharingTag: to(cleo, EDITOR) })
  expect(await accessOf(cleo, _id)).toBe('RW')
  await ben.do('deleteSharingTag', { referenceBlock, tagId: await tagOf(ben, _id, cleo.email) })
  expect(await accessOf(cleo, _id)).toBe('NOT_FOUND')
  expect(await tagOf(ada, _id, cleo.email)).toBeDefined()
})

test('a guest organizes what is shared with them for themselves', async () => {
  const { _id, referenceBlock } = await note(to(ben, READER))
  const topic = await addTag(content, ben, { alias: 'Building' })
  const link = { tagId: topic, shared: false, sharingLevel: 0, sharingApproach: 1, pinned: true }
  const { block } = await ben.do('addSharingTag', { referenceBlock, sharingTag: link })
  expect(block.sharingTags).toContainEqual(expect.objectContaining({ tagId: topic, pinned: true }))
  expect((await ada.do('block', { _id })).sharingTags).toHaveLength(2)
  const history = await ada.do('blockActivities', { blockId: _id })
  expect(history.map(({ activityType }) => activityType)).toEqual(['SHARED', 'CREATED'])
  await ben.do('deleteSharingTag', { referenceBlock, tagId: topic })
  expect((await ben.do('block', { _id })).sharingTags).toHaveLength(1)
})

test('a link that a guest only organizes by takes nothing from anybody', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR), to(cleo, EDITOR))
  const link = { email: cleo.email, shared: false, sharingLevel: 0, sharingApproach: 1 }
  await ben.do('addSharingTag', { referenceBlock, sharingTag: link })
  await ben.do('deleteSharingTag', { referenceBlock, tagId: await tagOf(ben, _id, cleo.email) })
  expect(await accessOf(cleo, _id)).toBe('RW')
})

const REFUSALS: [string, number | undefined, (guest: Someone) => object][] = [
  ['a reader invites', READER, () => to({ email: someone() }, READER)],
  ['a reader assigns', READER, (guest) => to(guest, READER, { assigned: true })],
  ['a reader promotes themselves', READER, (guest) => to(guest, EDITOR)],
  ['an editor makes an owner', EDITOR, () => to({ email: someone() }, OWNER)],
  ['an editor promotes themselves', EDITOR, (guest) => to(guest, OWNER)],
  ['an editor takes the owner', EDITOR, () => to(ada, EDITOR)],
  ['an editor no longer shares with the owner', EDITOR, () => to(ada, READER)],
]

test.each(REFUSALS)('%s: refused', async (_what, level, sharingTag) => {
  const guest = await meet(api)
  const { _id, referenceBlock } = await note(to(guest, level))
  const before = await api.db.selectFrom('sharing').selectAll().where('block_id', '=', _id).orderBy('tag_id').execute()
  expect(codeOf(await guest.ask('addSharingTag', { referenceBlock, sharingTag: sharingTag(guest) }))).toBe('FORBIDDEN')
  const after = await api.db.selectFrom('sharing').selectAll().where('block_id', '=', _id).orderBy('tag_id').execute()
  expect(after).toEqual(before)
})

test('the last owner cannot go; one of two can', async () => {
  const { _id, referenceBlock } = await note()
  expect(codeOf(await ada.ask('deleteSharingTag', { referenceBlock, tagId: ada.tagId }))).toBe('CONFLICT')
  const lower = { referenceBlock, sharingTag: to({ tagId: ada.tagId }, EDITOR) }
  expect(codeOf(await ada.ask('addSharingTag', lower))).toBe('CONFLICT')
  await ada.do('addSharingTag', { referenceBlock, sharingTag: to({ email: someone() }, OWNER) })
  expect(codeOf(await ada.ask('deleteSharingTag', { referenceBlock, tagId: ada.tagId }))).toBe('CONFLICT')
  await ada.do('addSharingTag', { referenceBlock, sharingTag: to(ben, OWNER) })
  expect(await ada.do('deleteSharingTag', { referenceBlock, tagId: ada.tagId })).toEqual({ block: null })
  expect(await accessOf(ada, _id)).toBe('NOT_FOUND')
  expect(codeOf(await ben.ask('deleteSharingTag', { referenceBlock, tagId: ben.tagId }))).toBe('CONFLICT')
  await ben.do('addSharingTag', { referenceBlock, sharingTag: to(ada, READER) })
  expect(await accessOf(ada, _id)).toBe('READ_ONLY')
})

test('of two owners who leave in the same moment one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { _id, referenceBlock } = await note(to(ben, OWNER))
    const leave = (person: Someone) => person.ask('deleteSharingTag', { referenceBlock, tagId: person.tagId })
    const codes = (await Promise.all([leave(ada), leave(ben)])).map(codeOf)
    expect(codes.toSorted()).toEqual(['CONFLICT', undefined])
    const access = [await accessOf(ada, _id), await accessOf(ben, _id)]
    expect(access.toSorted()).toEqual(['NOT_FOUND', 'RW'])
  }
})

test('anybody leaves, and sees nothing more', async () => {
  const { _id, referenceBlock } = await note(to(ben, READER))
  expect(await ben.do('deleteSharingTag', { referenceBlock, tagId: ben.tagId })).toEqual({ block: null })
  expect(await accessOf(ben, _id)).toBe('NOT_FOUND')
  expect((await ada.do('block', { _id })).sharingTags).toHaveLength(1)
})

test('updateOneBlock puts one set of links in place of another', async () => {
  const [one, two] = [await addTag(content, ada), await addTag(content, ada)]
  const organizing = (tagId: string) => ({ tagId, shared: false, sharingLevel: 0, sharingApproach: 1 })
  const { _id } = await note(organizing(one), to(ben, EDITOR))
  const own = to({ tagId: ada.tagId }, OWNER, { sharingApproach: 2 })
  const block = await ada.do('updateOneBlock', {
    _id,
    blockType: 'note',
    sharingTags: [own, organizing(two), to(cleo, READER)],
  })
  expect(block.sharingTags.map(({ tagId, tag }) => tag?.email ?? tagId).sort()).toEqual(
    [ada.email, cleo.email, two].sort(),
  )
  expect([await accessOf(ben, _id), await accessOf(cleo, _id)]).toEqual(['NOT_FOUND', 'READ_ONLY'])
})

test('a set without an owner is refused, and one that hands the block over is not', async () => {
  const { _id } = await note()
  for (const sharingTags of [[], [to(ben, EDITOR)], [to({ email: someone() }, OWNER)]]) {
    const { errors } = await ada.ask('updateOneBlock', { _id, sharingTags })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'input.sharingTags' })
  }
  expect(await accessOf(ada, _id)).toBe('RW')
  expect(await ada.do('updateOneBlock', { _id, sharingTags: [to(ben, OWNER)] })).toBeNull()
  expect([await accessOf(ada, _id), await accessOf(ben, _id)]).toEqual(['NOT_FOUND', 'RW'])
})

test("a guest's set is of their own links and leaves the others' alone", async () => {
  const { _id } = await note(to(ben, EDITOR), to(cleo, READER))
  const sharingTags = [to({ tagId: ben.tagId }, EDITOR, { sharingApproach: 2 })]
  await ben.do('updateOneBlock', { _id, sharingTags })
  expect([await accessOf(ada, _id), await accessOf(ben, _id), await accessOf(cleo, _id)]).toEqual([
    'RW',
    'RW',
    'READ_ONLY',
  ])
})

test('a set without its block, and a block without its type', async () => {
  const { _id } = await note()
  expect(codeOf(await ada.ask('updateOneBlock', { sharingTags: [] }))).toBe('BAD_USER_INPUT')
  expect(codeOf(await ada.ask('updateOneBlock', { _id, blockType: 'task' }))).toBe('NOT_FOUND')
  expect(await ada.do('updateOneBlock', { _id })).toMatchObject({ sharingTags: [{ tagId: ada.tagId }] })
})

test('what names nothing that the viewer has is not found', async () => {
  const { _id, referenceBlock } = await note()
  const sharingTag = to(ben, READER)
  const ask = async (person: Someone, input: object) =>
    codeOf(await person.ask('addSharingTag', { sharingTag, ...input }))
  expect(await ask(ada, { referenceBlock: { blockType: 'note' } })).toBe('BAD_USER_INPUT')
  expect(await ask(ada, { referenceBlock: { id: _id, blockType: 'task' } })).toBe('NOT_FOUND')
  expect(await ask(cleo, { referenceBlock })).toBe('NOT_FOUND')
  for (const tagId of [randomUUID(), 'no-id', ben.tagId]) {
    expect(await ask(ada, { referenceBlock, sharingTag: to({ tagId }, READER) })).toBe('NOT_FOUND')
    expect(codeOf(await ada.ask('deleteSharingTag', { referenceBlock, tagId }))).toBe('NOT_FOUND')
  }
})

test('the same link many times at once is one link', async () => {
  const { _id, referenceBlock } = await note(to(ben, EDITOR), to(cleo, EDITOR))
  const email = someone()
  const people = [ada, ben, cleo, ada, ben, cleo, ada, ben, cleo]
  const answers = await Promise.all(
    people.map((person) => person.ask('addSharingTag', { referenceBlock, sharingTag: to({ email }, READER) })),
  )
  expect(answers.map(({ errors }) => errors)).toEqual(people.map(() => undefined))
  const rows = await api.db.selectFrom('tags').select('tenant_id').where('email', '=', email).execute()
  expect(rows.map(({ tenant_id }) => tenant_id).sort()).toEqual([ada, ben, cleo].map(({ tenantId }) => tenantId).sort())
  expect(await tagOf(ada, _id, email)).toBeDefined()
  expect(await accessOf(await meet(api, email), _id)).toBe('READ_ONLY')
})

test('two who edit the same blocks do not stand in the way of each other', async () => {
  const theirs = await ben.do('upsertOneNote', { sharingTags: [to(ada, EDITOR)] })
  const { _id } = await note(to(ben, EDITOR))
  const work = Array.from({ length: 12 }, (_, index) => [
    ada.ask('upsertOneNote', { _id: index % 2 ? _id : theirs._id, title: `${index}` }),
    ben.ask('upsertOneNote', { _id: index % 2 ? theirs._id : _id, title: `${index}` }),
  ])
  const answers = await Promise.all(work.flat())
  expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
})

test('each hears of what they came to see, what changed and what they lost, once', async () => {
  const [owner, guest] = [await meet(api), await meet(api)]
  const sharingTags = [to(guest, EDITOR)]
  const { _id } = await owner.do('upsertOneNote', { title: 'One', sharingTags })
  await guest.do('upsertOneNote', { _id, title: 'Two' })
  const tagId = await addTag(content, guest)
  const pin = { tagId, shared: false, sharingLevel: 0, sharingApproach: 1 }
  await guest.do('addSharingTag', { referenceBlock: { id: _id }, sharingTag: pin })
  await owner.do('archiveOneBlock', { _id })
  await owner.do('deleteSharingTag', { referenceBlock: { id: _id }, tagId: await archivedTag(owner, _id, guest.email) })
  await owner.do('archiveOneBlock', { _id, archive: false })
  expect(await heard(guest, _id)).toEqual(['SHARED', 'UPDATED', 'UPDATED', 'ARCHIVED', 'UNSHARED'])
  expect(await heard(owner, _id)).toEqual(['CREATED', 'UPDATED', 'ARCHIVED', 'UPDATED', 'RESTORED'])
})

test('whoever a block is at home with hears when an owner takes it from them, and gives it back', async () => {
  const [owner, other] = [await meet(api), await meet(api)]
  const { _id } = await owner.do('upsertOneNote', { sharingTags: [to(other, OWNER)] })
  const referenceBlock = { id: _id }
  await other.do('addSharingTag', { referenceBlock, sharingTag: to(owner, EDITOR) })
  await other.do('deleteSharingTag', { referenceBlock, tagId: await tagOf(other, _id, owner.email) })
  await other.do('upsertOneNote', { _id, title: 'Mine alone' })
  await other.do('addSharingTag', { referenceBlock, sharingTag: to(owner, READER) })
  expect(await heard(owner, _id)).toEqual(['CREATED', 'SHARED', 'UNSHARED', 'SHARED'])
  expect(await accessOf(owner, _id)).toBe('READ_ONLY')
})

async function archivedTag(person: Someone, _id: string, email: string) {
  const { sharingTags } = await person.do('block', { _id, archived: true })
  return sharingTags.find(({ tag }) => tag?.email === email)?.tagId
}

async function heard({ email }: Someone, _id: string) {
  const { data } = await api.ask(email, '{ changes(input: {}) { events { eventType subject _id } } }')
  const { events } = data.changes as { events: { eventType: string; subject: string; _id: string }[] }
  return events.filter((event) => event._id === _id).map(({ eventType }) => eventType)
}
