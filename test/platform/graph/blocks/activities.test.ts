import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Api, codeOf, startApi } from '../api.ts'
import { addBlock, addTag, type Content } from '../block-content.ts'
import { signIn, type TestUser } from '../block-operations.ts'

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

const to = (person: TestUser, sharingLevel: number, more = {}) => ({
  email: person.email,
  shared: true,
  sharingLevel,
  sharingApproach: 1,
  ...more,
})

test('a history has the actions, actors and times, newest first', async () => {
  const { _id } = await ada.run('upsertOneTask', { title: 'Roof' })
  await ada.run('upsertOneTask', { _id, sharingTags: [to(ben, 1)] })
  await ben.run('upsertOneTask', { _id, status: 'in_progress' })
  const { dateUpdated } = await ben.run('upsertOneTask', { _id, title: 'Roof and walls' })
  await ada.run('upsertOneTask', { _id, title: 'Roof and walls', status: 'in_progress', sharingTags: [to(ben, 1)] })
  const history = await ada.run('blockActivities', { blockId: _id })
  expect(history.map(({ activityType }) => activityType)).toEqual(['RENAMED', 'STATUS_CHANGED', 'SHARED', 'CREATED'])
  const [renamed, moved, shared, created] = history
  expect(renamed).toEqual({
    activityType: 'RENAMED',
    actorType: 'TENANT',
    actor: { name: ben.email, self: false },
    dateCreated: dateUpdated,
    detail: { __typename: 'Rename', oldTitle: 'Roof', newTitle: 'Roof and walls' },
  })
  expect(moved?.detail).toEqual({ __typename: 'StatusChange', oldStatus: 'not_started', newStatus: 'in_progress' })
  expect(shared).toMatchObject({ actor: { self: true }, detail: { sharingLevel: 1, tag: { email: ben.email } } })
  expect(created).toMatchObject({ actor: { self: true }, detail: null })
})

test('a history can be limited by size and types', async () => {
  const { _id } = await ada.run('upsertOneNote', { title: '0' })
  for (const title of ['1', '2', '3']) await ada.run('upsertOneNote', { _id, title })
  const titles = async (input: object) =>
    (await ada.run('blockActivities', { blockId: _id, ...input })).map(({ detail }) => detail?.newTitle)
  expect(await titles({ size: 2 })).toEqual(['3', '2'])
  expect(await titles({ size: 0 })).toEqual([])
  expect(await titles({ activityTypes: ['renamed'] })).toEqual(['3', '2', '1'])
  expect(await titles({ activityTypes: ['CREATED', 'ARCHIVED'] })).toEqual([undefined])
  expect(await titles({ activityTypes: [] })).toEqual([])
})

test('people in a history are shown by the tags of the reader, if there are any', async () => {
  const cleo = await signIn(api)
  const topic = await addTag(content, ada)
  const { _id } = await ada.run('upsertOneNote', { sharingTags: [to(ben, 0), to(cleo, 0)] })
  const link = { tagId: topic, shared: true, sharingLevel: 0, sharingApproach: 1 }
  await ada.run('addSharingTag', { referenceBlock: { id: _id }, sharingTag: link })
  const shared = { blockId: _id, activityTypes: ['SHARED'] }
  const named = (await ben.run('blockActivities', shared)).map(({ detail }) => detail?.tagId)
  expect(named.toSorted()).toEqual([ben.tagId, null, null])
  const namedTagIds = (await ada.run('blockActivities', shared)).map(({ detail }) => detail?.tagId)
  expect(namedTagIds).toHaveLength(3)
  expect(namedTagIds).toContain(topic)
  expect(namedTagIds).not.toContain(null)
})

test('every change of sharing and assignment is recorded once, with the level', async () => {
  const { _id } = await ada.run('upsertOneNote', {})
  const referenceBlock = { id: _id }
  for (const level of [0, 0, 1]) await ada.run('addSharingTag', { referenceBlock, sharingTag: to(ben, level) })
  const { block } = await ada.run('addSharingTag', { referenceBlock, sharingTag: to(ben, 1, { pinned: true }) })
  const tagId = block.sharingTags.find(({ tag }) => tag?.email === ben.email)?.tagId
  await ada.run('deleteSharingTag', { referenceBlock, tagId })
  await ada.run('deleteSharingTag', { referenceBlock, tagId })
  const history = await ada.run('blockActivities', { blockId: _id })
  expect(history.map(({ activityType, detail }) => [activityType, detail?.sharingLevel ?? null])).toEqual([
    ['UNSHARED', null],
    ['SHARED', 1],
    ['SHARED', 0],
    ['CREATED', null],
  ])
})

test('an imported block was created by its provider', async () => {
  const seed = { provider: 'provider-hub', application: 'mail', date_created: 1_650_000_000_000 }
  const _id = await addBlock(content, ada, 'task', { ...seed, title: 'From afar', status: 'not_started' })
  const created = {
    activityType: 'CREATED',
    actorType: 'PROVIDER',
    dateCreated: seed.date_created,
    detail: null,
    actor: { name: 'provider-hub', self: false },
  }
  expect(await ada.run('blockActivities', { blockId: _id })).toEqual([created])
  await ada.run('upsertOneTask', { _id, title: 'Mine' })
  const history = await ada.run('blockActivities', { blockId: _id })
  expect(history).toEqual([expect.objectContaining({ activityType: 'RENAMED' }), created])
  expect(await ada.run('blockActivities', { blockId: _id, size: 1 })).toHaveLength(1)
  expect(await ada.run('blockActivities', { blockId: _id, activityTypes: ['RENAMED'] })).toHaveLength(1)
})

test('a history is visible to everyone who can see the block', async () => {
  const { _id } = await ada.run('upsertOneNote', { sharingTags: [to(ben, 0)] })
  expect(await ben.run('blockActivities', { blockId: _id })).toHaveLength(2)
  const tagId = (await ada.run('block', { _id })).sharingTags.find(({ tag }) => tag?.email === ben.email)?.tagId
  await ada.run('deleteSharingTag', { referenceBlock: { id: _id }, tagId })
  expect(codeOf(await ben.execute('blockActivities', { blockId: _id }))).toBe('NOT_FOUND')
  expect(codeOf(await ada.execute('blockActivities', { blockId: 'no-id' }))).toBe('NOT_FOUND')
})
