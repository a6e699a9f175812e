import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type Api, codeOf, startApi } from '../api.ts'
import { signIn, type TestUser } from '../block-operations.ts'

let api: Api
let ada: TestUser
let ben: TestUser
let _id: string
beforeAll(async () => {
  api = await startApi()
  ;[ada, ben] = [await signIn(api), await signIn(api)]
})
beforeEach(async () => {
  const reader = { email: ben.email, shared: true, sharingLevel: 0, sharingApproach: 1 }
  _id = (await ada.run('upsertOneNote', { sharingTags: [reader] }))._id
})
afterAll(() => api.stop())

const react = (person: TestUser, shortcodes: string) =>
  person.run('addReaction', { _id, blockType: 'note', shortcodes })

test('everyone who can see a block may react to it, once per emoji however it is written', async () => {
  await react(ada, ':tada:')
  await react(ben, '+1')
  await react(ben, ':+1:')
  const reactions = await react(ben, 'TADA')
  expect(reactions).toEqual([
    { shortcodes: 'tada', tagIds: [ben.tagId] },
    { shortcodes: '+1', tagIds: [ben.tagId] },
  ])
  const [tada] = (await ada.run('block', { _id })).reactions as { tagIds: string[] }[]
  expect(tada?.tagIds).toHaveLength(2)
})

test('a person can remove their own reaction', async () => {
  await react(ada, 'eyes')
  const remove = (person: TestUser, shortcodes: string) =>
    person.run('removeReaction', { _id, blockType: 'note', shortcodes })
  expect(await remove(ben, 'eyes')).toHaveLength(1)
  expect(await remove(ada, ':eyes:')).toEqual([])
  expect(await remove(ada, 'eyes')).toEqual([])
})

test.each(['', '::', 'two words', '👍', ':a::b:', 'x'.repeat(65), '<b>'])(
  '%j is not a shortcode',
  async (shortcodes) => {
    expect(codeOf(await ada.execute('addReaction', { _id, blockType: 'note', shortcodes }))).toBe('BAD_USER_INPUT')
  },
)

test('a skin tone is part of an emoji', async () => {
  expect(await react(ada, ':wave::skin-tone-3:')).toMatchObject([{ shortcodes: 'wave::skin-tone-3' }])
})

test('the number of reactions of a person is limited', async () => {
  for (let index = 0; index < 50; index += 1) await react(ada, `emoji_${index}`)
  expect(codeOf(await ada.execute('addReaction', { _id, blockType: 'note', shortcodes: 'one_more' }))).toBe('CONFLICT')
  expect(await react(ada, 'emoji_0')).toHaveLength(50)
})

test('blocks of another type or that are not visible are not found', async () => {
  const outsider = await signIn(api)
  const ask = (person: TestUser, input: object) => person.execute('addReaction', { _id, shortcodes: '+1', ...input })
  const codes = [
    await ask(ada, { blockType: 'task' }),
    await ask(outsider, { blockType: 'note' }),
    await ask(ada, { blockType: 'note', _id: randomUUID() }),
  ].map(codeOf)
  expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
})

test('each viewer has one feedback per block', async () => {
  const referenceBlock = { id: _id, blockType: 'note' }
  const first = await ben.run('addBlockFeedback', { referenceBlock, helpful: false, content: 'Too long' })
  const second = await ben.run('addBlockFeedback', { referenceBlock, helpful: true })
  expect(second).toEqual({ _id: first._id, helpful: true, content: 'Too long' })
  expect(await ben.run('addBlockFeedback', { referenceBlock, helpful: true, content: null })).toMatchObject({
    content: null,
  })
  expect((await ada.run('addBlockFeedback', { referenceBlock, helpful: true }))._id).not.toBe(first._id)
  const outsider = await signIn(api)
  expect(codeOf(await outsider.execute('addBlockFeedback', { referenceBlock, helpful: true }))).toBe('NOT_FOUND')
})

const attach = (person: TestUser, businessObject: object) =>
  person.execute('addBusinessObject', { referenceBlock: { id: _id }, businessObject })

test('an object can be attached by its URL alone, and is attached once', async () => {
  const url = 'https://crm.example/deal/1'
  const { block } = await ada.run('addBusinessObject', { referenceBlock: { id: _id }, businessObject: { url } })
  expect(block.businessObjects).toMatchObject([{ url, provider: null }])
  await attach(ada, { url: ` ${url} ` })
  await attach(ada, { url, provider: 'crm', externalId: '1', metadataType: 'Deal' })
  await attach(ada, { provider: 'crm', externalId: '1', metadataType: 'Deal' })
  await Promise.all([1, 2, 3, 4].map(() => attach(ada, { url })))
  const { businessObjects } = await ben.run('block', { _id })
  expect(businessObjects).toMatchObject([{ url, provider: 'crm', externalId: '1', metadataType: 'Deal' }])
  await attach(ada, { provider: 'other', externalId: '1' })
  expect((await ada.run('block', { _id })).businessObjects).toHaveLength(2)
})

test('an attached object is removed by its link, idempotently', async () => {
  const referenceBlock = { id: _id }
  const { block } = await ada.run('addBusinessObject', { referenceBlock, businessObject: { url: 'http://a.example' } })
  const businessObjectId = block.businessObjects[0]?._id
  for (const id of [randomUUID(), 'no-id']) {
    const remaining = await ada.run('removeBusinessObject', { referenceBlock, businessObjectId: id })
    expect(remaining.block.businessObjects).toHaveLength(1)
  }
  const foreignNote = await ben.run('upsertOneNote', {})
  const elsewhere = await ben.execute('removeBusinessObject', {
    referenceBlock: { id: foreignNote._id },
    businessObjectId,
  })
  expect(elsewhere.errors).toBeUndefined()
  expect((await ada.run('block', { _id })).businessObjects).toHaveLength(1)
  for (let time = 0; time < 2; time += 1) {
    const { block } = await ada.run('removeBusinessObject', { referenceBlock, businessObjectId })
    expect(block.businessObjects).toEqual([])
  }
})

test.each([
  [{}, 'input.businessObject'],
  [{ provider: 'crm', url: ' ' }, 'input.businessObject'],
  [{ url: 'javascript:alert(1)' }, 'input.businessObject.url'],
  [{ url: 'crm.example/deal' }, 'input.businessObject.url'],
  [{ url: `https://crm.example/${'x'.repeat(2_000)}` }, 'input.businessObject.url'],
  [{ externalId: 'x'.repeat(301) }, 'input.businessObject.externalId'],
])('%j is not a business object', async (businessObject, argument) => {
  const { errors } = await attach(ada, businessObject)
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
})

test('a reader may neither attach nor remove objects', async () => {
  expect(codeOf(await attach(ben, { url: 'https://a.example' }))).toBe('FORBIDDEN')
  const removal = { referenceBlock: { id: _id }, businessObjectId: randomUUID() }
  expect(codeOf(await ben.execute('removeBusinessObject', removal))).toBe('FORBIDDEN')
  const outsider = await signIn(api)
  expect(codeOf(await outsider.execute('removeBusinessObject', removal))).toBe('NOT_FOUND')
})

test('reaction counts include people that the viewer has no tag of', async () => {
  const [owner, guest] = [await signIn(api), await signIn(api)]
  const sharingTags = [{ email: guest.email, shared: true, sharingLevel: 0, sharingApproach: 1 }]
  const { _id } = await owner.run('upsertOneNote', { title: 'Party', sharingTags })
  for (const user of [owner, guest]) await user.run('addReaction', { _id, blockType: 'note', shortcodes: 'tada' })
  const query = 'query Q($input: FindBlockInput!) { block(input: $input) { reactions { count self tagIds } } }'
  const seenBy = async (email: string) => (await api.execute(email, query, { input: { _id } })).data.block
  expect(await seenBy(owner.email)).toMatchObject({ reactions: [{ count: 2, self: true }] })
  expect(await seenBy(guest.email)).toEqual({ reactions: [{ count: 2, self: true, tagIds: [guest.tagId] }] })
  await guest.run('removeReaction', { _id, blockType: 'note', shortcodes: 'tada' })
  expect(await seenBy(guest.email)).toEqual({ reactions: [{ count: 1, self: false, tagIds: [] }] })
})
