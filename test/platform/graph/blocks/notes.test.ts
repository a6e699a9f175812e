import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Api, codeOf, startApi } from '../api.ts'
import { addPerson, addTag, type Content } from '../block-content.ts'
import { documentOf, signIn, type TestUser } from '../block-operations.ts'

let api: Api
let content: Content
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
  ;[ada, ben] = [await signIn(api), await signIn(api)]
})
afterAll(() => api.stop())

const OWN = { shared: true, sharingLevel: 2, sharingApproach: 2, pinned: false, assigned: false }

async function errorOf(person: TestUser, input: object) {
  const { errors } = await person.execute('upsertOneNote', input)
  const { code, argument } = errors?.[0]?.extensions ?? {}
  return { code, argument }
}

test('a note without an id gets one and is owned by its creator', async () => {
  const document = documentOf('First the roof.', 'Then the walls.')
  const note = await ada.run('upsertOneNote', { title: 'Plan', document, dateAssociated: 1_600_000_000_000 })
  expect(note).toMatchObject({
    blockType: 'note',
    title: 'Plan',
    document,
    text: 'First the roof.\nThen the walls.',
    access: 'RW',
    archived: false,
    favorite: false,
    dateAssociated: 1_600_000_000_000,
    creator: { self: true },
    sharingTags: [{ tagId: ada.tagId, ...OWN }],
  })
  expect(await ada.run('block', { _id: note._id })).toMatchObject({ title: 'Plan' })
  expect(codeOf(await ben.execute('block', { _id: note._id }))).toBe('NOT_FOUND')
})

test('an unused UUID creates a note with that id, in any case', async () => {
  const _id = randomUUID()
  expect((await ada.run('upsertOneNote', { _id: _id.toUpperCase() }))._id).toBe(_id)
})

test('only fields that are sent are changed, and null clears a field', async () => {
  const template = await ada.run('upsertOneNote', { title: 'Report', template: true })
  const document = documentOf('Body')
  const first = await ada.run('upsertOneNote', {
    title: 'One',
    document,
    favorite: true,
    template: true,
    templateInstructions: 'Be brief.',
    templateReferenceBlock: { id: template._id, blockType: 'note' },
  })
  const { _id } = first
  const renamed = await ada.run('upsertOneNote', { _id, title: 'Two' })
  expect(renamed).toMatchObject({
    title: 'Two',
    document,
    text: 'Body',
    favorite: true,
    template: true,
    templateInstructions: 'Be brief.',
    templateReferenceBlock: { id: template._id, blockType: 'note' },
  })
  const cleared = await ada.run('upsertOneNote', {
    _id,
    title: null,
    document: null,
    template: null,
    templateInstructions: null,
    dateAssociated: null,
    templateReferenceBlock: null,
  })
  expect(cleared).toMatchObject({
    title: '',
    document: null,
    text: null,
    template: false,
    templateInstructions: null,
    templateReferenceBlock: null,
    favorite: true,
    dateAssociated: first.dateCreated,
  })
})

test('ids of another type, of blocks without access and malformed ids are not found', async () => {
  const task = await ada.run('upsertOneTask', { title: 'No note' })
  expect(await errorOf(ada, { _id: task._id })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await errorOf(ada, { _id: 'no-id' })).toMatchObject({ code: 'NOT_FOUND' })
  const note = await ada.run('upsertOneNote', { title: 'Given away' })
  await ada.run('addSharingTag', { referenceBlock: { id: note._id }, sharingTag: { email: ben.email, ...OWN } })
  await ada.run('deleteSharingTag', { referenceBlock: { id: note._id }, tagId: ada.tagId })
  expect(await errorOf(ada, { _id: note._id, title: 'Mine again' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await ben.run('block', { _id: note._id })).toMatchObject({ title: 'Given away' })
})

const reads = (person: { email: string }) => ({
  email: person.email,
  shared: true,
  sharingLevel: 0,
  sharingApproach: 1,
})

test("an id that another person uses is as good as unused, and one's own block keeps it", async () => {
  const theirs = await ben.run('upsertOneNote', { title: 'Of Ben' })
  expect(await ada.run('upsertOneNote', { _id: theirs._id, title: 'Of Ada' })).toMatchObject({
    _id: theirs._id,
    title: 'Of Ada',
    access: 'RW',
    creator: { self: true },
  })
  await ben.run('upsertOneNote', { _id: theirs._id, sharingTags: [reads(ada)] })
  expect(await ada.run('block', { _id: theirs._id })).toMatchObject({ title: 'Of Ada', access: 'RW' })
  expect(await ben.run('block', { _id: theirs._id })).toMatchObject({ title: 'Of Ben', access: 'RW' })
})

test('of two blocks with one id that are shared with a person, they see the older one', async () => {
  const cleo = await signIn(api)
  const older = await ben.run('upsertOneNote', { title: 'Older' })
  const { _id } = older
  await ada.run('upsertOneNote', { _id, title: 'Newer', sharingTags: [reads(cleo)] })
  expect(await cleo.run('block', { _id })).toMatchObject({ title: 'Newer' })
  await ben.run('upsertOneNote', { _id, sharingTags: [reads(cleo)] })
  expect(await cleo.run('block', { _id })).toMatchObject({ title: 'Older' })
  await ada.run('upsertOneNote', { _id, title: 'Newer still', sharingTags: [{ ...reads(cleo), sharingLevel: 1 }] })
  expect(await cleo.run('block', { _id })).toMatchObject({ title: 'Older', access: 'READ_ONLY' })
})

test('a person who has lost access to a block may use its id for one of their own', async () => {
  const theirs = await ben.run('upsertOneNote', { title: 'Of Ben', sharingTags: [reads(ada)] })
  const { _id } = theirs
  const sharingTag = { tagId: ada.tagId, shared: false, sharingLevel: 0, sharingApproach: 1, pinned: true }
  await ada.execute('addSharingTag', { referenceBlock: { id: _id }, sharingTag })
  await ben.run('updateOneBlock', {
    _id,
    sharingTags: [{ tagId: ben.tagId, shared: true, sharingLevel: 2, sharingApproach: 2 }],
  })
  expect(await ada.run('upsertOneNote', { _id, title: 'Of Ada' })).toMatchObject({ title: 'Of Ada', access: 'RW' })
  expect(await ben.run('block', { _id })).toMatchObject({ title: 'Of Ben' })
})

test('a reader cannot change the note but has their own favorite', async () => {
  const note = await ada.run('upsertOneNote', {
    title: 'To read',
    sharingTags: [{ email: ben.email, shared: true, sharingLevel: 0, sharingApproach: 1 }],
  })
  expect(await errorOf(ben, { _id: note._id, title: 'Scribbled' })).toMatchObject({ code: 'FORBIDDEN' })
  expect(await ben.run('upsertOneNote', { _id: note._id, favorite: true })).toMatchObject({ favorite: true })
  expect(await ada.run('block', { _id: note._id })).toMatchObject({ title: 'To read', favorite: false })
})

test('given links are added or changed, others are left unchanged', async () => {
  const [firstTag, secondTag] = [await addTag(content, ada), await addTag(content, ada)]
  const link = (tagId: string, more = {}) => ({ tagId, shared: false, sharingLevel: 0, sharingApproach: 1, ...more })
  const { _id } = await ada.run('upsertOneNote', { sharingTags: [link(firstTag, { pinned: true })] })
  const note = await ada.run('upsertOneNote', { _id, sharingTags: [link(secondTag), link(ada.tagId)] })
  const links = Object.fromEntries(note.sharingTags.map(({ tagId, ...rest }) => [tagId, rest]))
  expect(links).toMatchObject({
    [firstTag]: { pinned: true },
    [secondTag]: { shared: false },
    [ada.tagId]: { ...OWN, sharingApproach: 1 },
  })
  const again = await ada.run('upsertOneNote', { _id, sharingTags: [link(firstTag)] })
  expect(again.sharingTags.find(({ tagId }) => tagId === firstTag)).toMatchObject({ pinned: true })
})

test.each([
  ['a document that is not JSON', { document: '{' }, 'input.document'],
  ['a document that is a JSON string', { document: '"word"' }, 'input.document'],
  ['a document that is nested too deeply', { document: `${'['.repeat(500)}${']'.repeat(500)}` }, 'input.document'],
  ['a document that is too long', { document: `"${'x'.repeat(1_000_000)}"` }, 'input.document'],
  ['a title that is too long', { title: 'x'.repeat(1_001) }, 'input.title'],
  ['a date that is out of range', { dateAssociated: 1e300 }, 'input.dateAssociated'],
  [
    'an invalid sharing level',
    { sharingTags: [{ email: 'a@b.example', ...OWN, sharingLevel: 3 }] },
    'input.sharingTags[0].sharingLevel',
  ],
  [
    'an invalid sharing approach',
    { sharingTags: [{ email: 'a@b.example', ...OWN, sharingApproach: -1 }] },
    'input.sharingTags[0].sharingApproach',
  ],
  ['an invalid email', { sharingTags: [{ email: 'nobody', ...OWN }] }, 'input.sharingTags[0].email'],
  ['a link to nothing', { sharingTags: [OWN] }, 'input.sharingTags[0]'],
  ['a reference to nothing', { templateReferenceBlock: { blockType: 'note' } }, 'input.templateReferenceBlock.id'],
])('%s is refused', async (_what, input, argument) => {
  expect(await errorOf(ada, input)).toEqual({ code: 'BAD_USER_INPUT', argument })
})

test('the tag of another person is not found, and nothing is written', async () => {
  const theirs = await addTag(content, ben)
  const _id = randomUUID()
  const sharingTags = [
    { tagId: ada.tagId, ...OWN },
    { tagId: theirs, ...OWN },
  ]
  const error = { code: 'NOT_FOUND', argument: 'input.sharingTags[1].tagId' }
  expect(await errorOf(ada, { _id, sharingTags })).toEqual(error)
  expect(codeOf(await ada.execute('block', { _id }))).toBe('NOT_FOUND')
})

test('the text is truncated, the document is not', async () => {
  const document = documentOf('x'.repeat(200_000))
  const note = await ada.run('upsertOneNote', { document })
  expect([(note.text as string).length, note.document === document]).toEqual([100_000, true])
})

test('unsupported characters are removed', async () => {
  const title = 'Half \ud83d and nothing \0'
  const document = documentOf('nul \0 and half \ud83d')
  const { _id } = await ada.run('upsertOneNote', { title: 'Whole', templateInstructions: title })
  const note = await ada.run('upsertOneNote', { _id, title, document })
  expect(note).toMatchObject({ title: 'Half \ufffd and nothing ', text: 'nul  and half \ufffd' })
})

test('a note with a recommendation accepts it', async () => {
  const recommendationId = randomUUID()
  const dates = { date_created: 1, date_updated: 1 }
  const row = { tenant_id: ada.tenantId, recommendation_id: recommendationId, recommendation_type: 'upsert_note' }
  await api.db
    .insertInto('recommendations')
    .values({ ...row, state: 'open', display_title: 'Write it down', detail: '{}', ...dates })
    .execute()
  const state = async () =>
    (
      await api.db
        .selectFrom('recommendations')
        .select('state')
        .where('recommendation_id', '=', recommendationId)
        .execute()
    )[0]
  await ben.run('upsertOneNote', { recommendationId })
  expect(await state()).toEqual({ state: 'open' })
  expect(await ada.run('upsertOneNote', { recommendationId })).toMatchObject({ recommendationId })
  expect(await state()).toEqual({ state: 'accepted' })
})

test('of concurrent upserts with one id, one creates the note and the others change it', async () => {
  const _id = randomUUID()
  const titles = ['a', 'b', 'c', 'd', 'e', 'f']
  const responses = await Promise.all(titles.map((title) => ada.execute('upsertOneNote', { _id, title })))
  expect(responses.map(({ errors }) => errors)).toEqual(titles.map(() => undefined))
  expect(titles).toContain((await ada.run('block', { _id })).title)
  const created = await ada.run('blockActivities', { blockId: _id, activityTypes: ['CREATED'] })
  expect(created).toHaveLength(1)
})

test('a favorite is private to the viewer', async () => {
  const tag = await addPerson(content, ada, ben.email)
  const sharingTags = [{ tagId: tag, shared: true, sharingLevel: 0, sharingApproach: 1 }]
  const { _id, dateUpdated } = await ada.run('upsertOneNote', { sharingTags })
  expect(await ben.run('favoriteBlock', { _id, favorite: true })).toEqual({
    block: { _id, favorite: true },
    favorite: true,
  })
  expect(await ada.run('block', { _id })).toMatchObject({ favorite: false, dateUpdated })
  expect(await ben.run('favoriteBlock', { _id, favorite: false })).toMatchObject({ block: { favorite: false } })
  expect(codeOf(await (await signIn(api)).execute('favoriteBlock', { _id, favorite: true }))).toBe('NOT_FOUND')
})

test('a note that was changed since the given date is not overwritten', async () => {
  const { _id, dateUpdated } = await ada.run('upsertOneNote', { title: 'One', document: documentOf('First') })
  const late = { _id, title: 'Two', document: documentOf('Lost'), ifUnchangedSince: dateUpdated - 1 }
  expect(await errorOf(ada, late)).toMatchObject({ code: 'CONFLICT' })
  expect(await ada.run('block', { _id })).toMatchObject({ title: 'One', text: 'First', dateUpdated })
  const current = { ...late, ifUnchangedSince: dateUpdated }
  expect(await ada.run('upsertOneNote', current)).toMatchObject({ title: 'Two', text: 'Lost' })
  expect(await ada.run('upsertOneNote', { _id: randomUUID(), ifUnchangedSince: 1 })).toMatchObject({ access: 'RW' })
  expect(await errorOf(ada, { _id, ifUnchangedSince: 1e20 })).toEqual({
    code: 'BAD_USER_INPUT',
    argument: 'input.ifUnchangedSince',
  })
})
