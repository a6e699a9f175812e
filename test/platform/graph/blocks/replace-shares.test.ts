import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addTag, type Content } from '../block-content.ts'
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

test('updateOneBlock replaces all links', async () => {
  const [firstTag, secondTag] = [await addTag(content, ada), await addTag(content, ada)]
  const organizing = (tagId: string) => ({ tagId, shared: false, sharingLevel: 0, sharingApproach: 1 })
  const { _id } = await note(organizing(firstTag), to(ben, EDITOR))
  const own = to({ tagId: ada.tagId }, OWNER, { sharingApproach: 2 })
  const block = await ada.run('updateOneBlock', {
    _id,
    blockType: 'note',
    sharingTags: [own, organizing(secondTag), to(cleo, READER)],
  })
  expect(block.sharingTags.map(({ tagId, tag }) => tag?.email ?? tagId).sort()).toEqual(
    [ada.email, cleo.email, secondTag].sort(),
  )
  expect([await accessOf(ben, _id), await accessOf(cleo, _id)]).toEqual(['NOT_FOUND', 'READ_ONLY'])
})

test("the viewer's own access is kept unless the set names it", async () => {
  const { _id } = await note()
  for (const sharingTags of [[], [to(ben, EDITOR)], [to({ email: newEmail() }, OWNER)], [to(ben, OWNER)]]) {
    const block = await ada.run('updateOneBlock', { _id, sharingTags })
    expect(block).toMatchObject({ access: 'RW' })
    expect(block.sharingTags.find(({ tagId }) => tagId === ada.tagId)).toMatchObject({ shared: true, sharingLevel: 2 })
    expect(block.sharingTags).toHaveLength(sharingTags.length + 1)
  }
  await ben.run('updateOneBlock', { _id, sharingTags: [] })
  expect([await accessOf(ada, _id), await accessOf(ben, _id)]).toEqual(['RW', 'RW'])
})

test('a set that gives up ownership must name another owner', async () => {
  const { _id } = await note()
  const ownLink = (sharingLevel: number) => to({ tagId: ada.tagId }, sharingLevel, { shared: sharingLevel > READER })
  for (const sharingTags of [[ownLink(EDITOR)], [ownLink(READER), to(ben, EDITOR)]]) {
    const { errors } = await ada.execute('updateOneBlock', { _id, sharingTags })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'input.sharingTags' })
  }
  expect(await accessOf(ada, _id)).toBe('RW')
  expect(await ada.run('updateOneBlock', { _id, sharingTags: [ownLink(READER), to(ben, OWNER)] })).toBeNull()
  expect([await accessOf(ada, _id), await accessOf(ben, _id)]).toEqual(['NOT_FOUND', 'RW'])
})

test('a guest replaces only their own links', async () => {
  const { _id } = await note(to(ben, EDITOR), to(cleo, READER))
  const sharingTags = [to({ tagId: ben.tagId }, EDITOR, { sharingApproach: 2 })]
  await ben.run('updateOneBlock', { _id, sharingTags })
  expect([await accessOf(ada, _id), await accessOf(ben, _id), await accessOf(cleo, _id)]).toEqual([
    'RW',
    'RW',
    'READ_ONLY',
  ])
})

test('the id is required, the type is optional', async () => {
  const { _id } = await note()
  expect(codeOf(await ada.execute('updateOneBlock', { sharingTags: [] }))).toBe('BAD_USER_INPUT')
  expect(codeOf(await ada.execute('updateOneBlock', { _id, blockType: 'task' }))).toBe('NOT_FOUND')
  expect(await ada.run('updateOneBlock', { _id })).toMatchObject({ sharingTags: [{ tagId: ada.tagId }] })
})
