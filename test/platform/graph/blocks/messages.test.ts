import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Api, codeOf, startApi } from '../api.ts'
import { documentOf, signIn, type TestUser } from '../block-operations.ts'

let api: Api
let ada: TestUser
let ben: TestUser
let cleo: TestUser
beforeAll(async () => {
  api = await startApi()
  ;[ada, ben, cleo] = [await signIn(api), await signIn(api), await signIn(api)]
})
afterAll(() => api.stop())

const reader = (person: TestUser) => ({ email: person.email, shared: true, sharingLevel: 0, sharingApproach: 1 })
const sees = async (person: TestUser, _id: string) => codeOf(await person.execute('block', { _id })) === undefined

async function sharedNote(...people: TestUser[]) {
  const { _id } = await ada.run('upsertOneNote', { title: 'Plan', sharingTags: people.map(reader) })
  return { _id, parentReferenceBlock: { id: _id, blockType: 'note' } }
}

test('a message has the text of its body, without active content', async () => {
  const bodyHtml = '<p>Hello <b>there</b></p><script>alert(1)</script><ul><li>one</li></ul>'
  const message = await ada.run('upsertOneMessage', { bodyHtml })
  expect(message).toMatchObject({ blockType: 'message', author: { self: true }, dateEdited: null, threadId: null })
  expect(message.bodyHtml).toContain('<b>there</b>')
  expect(message.bodyHtml).not.toContain('script')
  expect(message.text).toBe('Hello there\n\n * one')
  const bodyDocument = documentOf('From the editor')
  const edited = await ada.run('upsertOneMessage', { _id: message._id, bodyDocument })
  expect(edited).toMatchObject({ text: 'From the editor', bodyDocument, dateEdited: edited.dateUpdated })
  expect(edited.bodyHtml).toBe(message.bodyHtml)
})

test.each([
  ['without a body', {}],
  ['with an empty body', { bodyHtml: null }],
  ['with an invalid document', { bodyDocument: 'Hello' }],
  ['with a body that is too long', { bodyHtml: 'x'.repeat(1_000_001) }],
])('a message %s is refused', async (_what, input) => {
  expect(codeOf(await ada.execute('upsertOneMessage', input))).toBe('BAD_USER_INPUT')
})

test('a reader may comment on a block, and everyone who can see the block sees the comment', async () => {
  const { _id, parentReferenceBlock } = await sharedNote(ben, cleo)
  const comment = await ben.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'Why?' })
  expect(comment).toMatchObject({ access: 'RW', creator: { self: true }, parentReferenceBlock })
  // An owner of the block may archive the comment, but only its author may change it.
  expect(await ada.run('block', { _id: comment._id })).toMatchObject({ access: 'READ_ONLY', text: 'Why?' })
  expect(await cleo.run('block', { _id: comment._id })).toMatchObject({ access: 'READ_ONLY', creator: { self: false } })
  expect(await sees(await signIn(api), comment._id)).toBe(false)
  const [activity] = await ada.run('blockActivities', { blockId: _id })
  expect(activity).toMatchObject({
    activityType: 'COMMENTED',
    actorType: 'TENANT',
    actor: { name: ben.email, self: false },
    detail: { messageId: comment._id },
  })
})

test('comments follow the access of their block', async () => {
  const { _id, parentReferenceBlock } = await sharedNote(ben)
  const comment = await ben.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'Why?' })
  const on = { id: comment._id, blockType: 'message' }
  const reply = await ada.run('upsertOneMessage', { parentReferenceBlock: on, bodyHtml: 'Because.' })
  const { block } = await ada.run('addSharingTag', { referenceBlock: { id: _id }, sharingTag: reader(cleo) })
  for (const id of [comment._id, reply._id]) expect(await sees(cleo, id)).toBe(true)
  const tagId = block.sharingTags.find(({ tag }) => tag?.email === cleo.email)?.tagId
  await ada.run('deleteSharingTag', { referenceBlock: { id: _id }, tagId })
  for (const id of [_id, comment._id, reply._id]) expect(await sees(cleo, id)).toBe(false)
  for (const id of [_id, comment._id, reply._id]) expect(await sees(ben, id)).toBe(true)
})

test('the owners of a block are the owners of its comments, as long as they are', async () => {
  const { _id, parentReferenceBlock } = await sharedNote(ben, cleo)
  const comment = await cleo.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'Why?' })
  const archived = async (person: TestUser, isArchived: boolean) =>
    codeOf(await person.execute('archiveOneBlock', { _id: comment._id, archive: isArchived }))
  const setLevel = (sharingLevel: number) =>
    ada.run('addSharingTag', { referenceBlock: { id: _id }, sharingTag: { ...reader(ben), sharingLevel } })
  expect(await archived(ben, true)).toBe('FORBIDDEN')
  await setLevel(2)
  expect([await archived(ben, true), await archived(ben, false)]).toEqual([undefined, undefined])
  await setLevel(0)
  expect([await sees(ben, comment._id), await archived(ben, true)]).toEqual([true, 'FORBIDDEN'])
  expect(await cleo.run('block', { _id: comment._id })).toMatchObject({ access: 'RW' })
  await ada.run('addSharingTag', { referenceBlock: { id: _id }, sharingTag: { ...reader(cleo), sharingLevel: 1 } })
  expect(await cleo.run('block', { _id: comment._id })).toMatchObject({ access: 'RW' })
})

test('the links of an author to readers of a comment end with the access of these', async () => {
  const { _id, parentReferenceBlock } = await sharedNote(ben, cleo)
  const comment = await ben.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'Why?' })
  const referenceBlock = { id: comment._id, blockType: 'message' }
  const { block: shared } = await ben.run('addSharingTag', { referenceBlock, sharingTag: reader(cleo) })
  expect(shared.sharingTags).toHaveLength(2)
  const { sharingTags } = await ada.run('block', { _id })
  const tagId = sharingTags.find(({ tag }) => tag?.email === cleo.email)?.tagId
  await ada.run('deleteSharingTag', { referenceBlock: { id: _id }, tagId })
  expect(await sees(cleo, comment._id)).toBe(false)
  const links = api.db.selectFrom('sharing').select('tag_id').where('block_id', '=', comment._id)
  expect(await links.where('tenant_id', '=', ben.tenantId).execute()).toEqual([{ tag_id: ben.tagId }])
})

test('an author retains access to their comment after losing access to the block', async () => {
  const { _id, parentReferenceBlock } = await sharedNote(ben)
  const comment = await ben.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'Mine' })
  await ben.run('deleteSharingTag', { referenceBlock: { id: _id }, tagId: ben.tagId })
  expect(await sees(ben, _id)).toBe(false)
  expect(await ben.run('block', { _id: comment._id })).toMatchObject({ text: 'Mine', access: 'RW' })
})

test('a comment with explicit recipients is visible to them only', async () => {
  const { parentReferenceBlock, _id } = await sharedNote(ben, cleo)
  const aside = { parentReferenceBlock, bodyHtml: 'Between us', sharingTags: [reader(cleo)] }
  const comment = await ben.run('upsertOneMessage', aside)
  expect([await sees(ben, comment._id), await sees(cleo, comment._id), await sees(ada, comment._id)]).toEqual([
    true,
    true,
    false,
  ])
  const dora = await signIn(api)
  await ada.run('addSharingTag', { referenceBlock: { id: _id }, sharingTag: reader(dora) })
  expect(await sees(dora, comment._id)).toBe(false)
})

test('comments need a visible block', async () => {
  const { parentReferenceBlock } = await sharedNote(ben)
  const comment = { parentReferenceBlock, bodyHtml: 'Hello' }
  const codes = [
    await cleo.execute('upsertOneMessage', comment),
    await ben.execute('upsertOneMessage', {
      ...comment,
      parentReferenceBlock: { ...parentReferenceBlock, blockType: 'task' },
    }),
    await ben.execute('upsertOneMessage', { bodyHtml: 'Hi', threadId: randomUUID() }),
    await ben.execute('upsertOneMessage', { bodyHtml: 'Hi', threadId: parentReferenceBlock.id }),
  ].map(codeOf)
  expect(codes).toEqual(codes.map(() => 'NOT_FOUND'))
})

test('a comment whose id the owner of the block uses for something hidden is not refused, but stays with its author', async () => {
  const { parentReferenceBlock } = await sharedNote(ben)
  const hidden = await ada.run('upsertOneNote', { title: 'Hidden' })
  const comment = { _id: hidden._id, parentReferenceBlock, bodyHtml: 'Hello' }
  const created = await ben.run('upsertOneMessage', comment)
  expect(created).toMatchObject({ _id: hidden._id, access: 'RW', parentReferenceBlock })
  expect(await ben.run('upsertOneMessage', comment)).toMatchObject({ _id: hidden._id, text: 'Hello' })
  expect(await ada.run('block', { _id: hidden._id })).toMatchObject({ title: 'Hidden', blockType: 'note' })
})

test('a message cannot be moved', async () => {
  const { parentReferenceBlock } = await sharedNote(ben)
  const otherNote = await sharedNote(ben)
  const { _id } = await ben.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'Here' })
  const same = await ben.run('upsertOneMessage', { _id, parentReferenceBlock, bodyHtml: 'Still here' })
  expect(same).toMatchObject({ text: 'Still here', parentReferenceBlock })
  const moved = { _id, parentReferenceBlock: otherNote.parentReferenceBlock, bodyHtml: 'There' }
  expect(codeOf(await ben.execute('upsertOneMessage', moved))).toBe('BAD_USER_INPUT')
})

test('a thread counts its messages and becomes unread for others', async () => {
  const { _id } = await ada.run('upsertOneThread', { title: 'Lunch', sharingTags: [reader(ben), reader(cleo)] })
  expect(await ada.run('upsertOneThread', { _id })).toMatchObject({
    readStatus: 'READ',
    messageCount: 0,
    dateLastMessage: null,
  })
  expect(await ben.run('upsertOneThread', { _id, readStatus: 'READ' })).toMatchObject({
    readStatus: 'READ',
    title: 'Lunch',
  })
  const message = await ben.run('upsertOneMessage', { threadId: _id, bodyHtml: 'Noon?' })
  const facts = { messageCount: 1, dateLastMessage: message.dateCreated }
  expect(await ada.run('upsertOneThread', { _id })).toMatchObject({ readStatus: 'UNREAD', ...facts })
  expect(await cleo.run('upsertOneThread', { _id, readStatus: 'UNREAD' })).toMatchObject(facts)
  expect(await sees(cleo, message._id)).toBe(true)
})

test('each reader has their own read status of a thread', async () => {
  const { _id } = await ada.run('upsertOneThread', { title: 'Lunch', sharingTags: [reader(ben)] })
  const on = { id: _id, blockType: 'thread' }
  await ada.run('upsertOneMessage', { parentReferenceBlock: on, bodyHtml: 'Hello' })
  const ask = (person: TestUser) =>
    api.execute(
      person.email,
      'query Q($input: FindBlockInput!) { block(input: $input) { ... on Thread { readStatus } } }',
      { input: { _id } },
    )
  const status = async (person: TestUser) => (await ask(person)).data.block
  expect([await status(ada), await status(ben)]).toEqual([{ readStatus: 'READ' }, { readStatus: 'UNREAD' }])
  await ben.run('upsertOneThread', { _id, readStatus: 'READ' })
  await ben.run('upsertOneMessage', { threadId: _id, bodyHtml: 'Hello' })
  expect([await status(ada), await status(ben)]).toEqual([{ readStatus: 'UNREAD' }, { readStatus: 'READ' }])
  expect(codeOf(await ben.execute('upsertOneThread', { _id, title: 'Dinner', readStatus: 'UNREAD' }))).toBe('FORBIDDEN')
})

test('the title of a document is its first line', async () => {
  const document = documentOf('Contract', 'Between us')
  const made = await ada.run('upsertOneDocument', { document, metadataType: 'contract' })
  expect(made).toMatchObject({
    blockType: 'document',
    title: 'Contract',
    text: 'Contract\nBetween us',
    metadataType: 'contract',
  })
  const { _id } = made
  expect(await ada.run('upsertOneDocument', { _id, document: documentOf('Agreement') })).toMatchObject({
    title: 'Agreement',
    metadataType: 'contract',
  })
  expect(codeOf(await ada.execute('upsertOneDocument', { document: 'none' }))).toBe('BAD_USER_INPUT')
})

test('the connection of a document must be of its own account', async () => {
  const connectionId = await api.connect(ada.email)
  const document = documentOf('Hello')
  const made = await ada.run('upsertOneDocument', { document, connectionId })
  expect(made).toMatchObject({ connectionId })
  expect(codeOf(await ben.execute('upsertOneDocument', { document, connectionId }))).toBe('NOT_FOUND')
  const editor = { ...reader(ben), sharingLevel: 1 }
  await ada.run('addSharingTag', { referenceBlock: { id: made._id }, sharingTag: editor })
  const own = await api.connect(ben.email)
  expect(codeOf(await ben.execute('upsertOneDocument', { _id: made._id, document, connectionId: own }))).toBe(
    'FORBIDDEN',
  )
  expect(await ben.run('upsertOneDocument', { _id: made._id, document: documentOf('Bye') })).toMatchObject({
    connectionId: null,
  })
  expect(await ada.run('upsertOneDocument', { _id: made._id, document })).toMatchObject({ connectionId })
})

test("the owner's comments are visible to everyone who can see the block, whenever they were posted", async () => {
  const { parentReferenceBlock } = await sharedNote(ben)
  const comment = await ada.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'Later' })
  expect(await ben.run('block', { _id: comment._id })).toMatchObject({ access: 'READ_ONLY', text: 'Later' })
  const thread = await ada.run('upsertOneThread', { title: 'Talk', sharingTags: [reader(ben)] })
  const message = await ada.run('upsertOneMessage', { threadId: thread._id, bodyHtml: 'Hello' })
  expect(await sees(ben, message._id)).toBe(true)
  expect(await sees(cleo, message._id)).toBe(false)
})

test('only its author can change a message, not other owners', async () => {
  const { parentReferenceBlock } = await sharedNote(ben)
  const { _id } = await ben.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'My view' })
  expect(codeOf(await ada.execute('upsertOneMessage', { _id, bodyHtml: 'Your view' }))).toBe('FORBIDDEN')
  expect(await ben.run('upsertOneMessage', { _id, bodyHtml: 'My other view' })).toMatchObject({ text: 'My other view' })
})

test('a comment with explicit recipients is not in the history of its block', async () => {
  const { _id, parentReferenceBlock } = await sharedNote(ben)
  await ada.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'To myself', sharingTags: [] })
  const activities = await api.db.selectFrom('activities').select('activity_type').where('block_id', '=', _id).execute()
  expect(activities.map(({ activity_type }) => activity_type)).not.toContain('COMMENTED')
})

test('the parent of a block is shown only to those who can see it', async () => {
  const secret = await ada.run('upsertOneNote', { title: 'Secret' })
  const parentReferenceBlock = { id: secret._id, blockType: 'note' }
  const task = await ada.run('upsertOneTask', { title: 'Do', parentReferenceBlock, sharingTags: [reader(ben)] })
  expect(await ada.run('block', { _id: task._id })).toMatchObject({ parentReferenceBlock })
  expect(await ben.run('block', { _id: task._id })).toMatchObject({ parentReferenceBlock: null })
})
