import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, type Content, tenantOf } from '../block-content.ts'

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
})
afterAll(() => api.stop())

const BLOCK = `query Q($input: FindBlockInput!) {
  block(input: $input) {
    __typename _id blockType title summary text access archived favorite dateCreated
    creator { name self } sharingTags { tagId shared sharingLevel tag { email } } tags { email }
  }
}`

test('a note has the fields of its row and the links of the viewer', async () => {
  const owner = await tenantOf(api, newEmail())
  const _id = await addBlock(content, owner, 'note', { title: 'Plan', text: 'First the roof.' })
  const { data, errors } = await api.execute(owner.email, BLOCK, { input: { _id } })
  expect(errors).toBeUndefined()
  expect(data.block).toEqual({
    __typename: 'Note',
    _id,
    blockType: 'note',
    title: 'Plan',
    summary: 'First the roof.',
    text: 'First the roof.',
    access: 'RW',
    archived: false,
    favorite: false,
    dateCreated: content.now,
    creator: { name: owner.email, self: true },
    sharingTags: [{ tagId: owner.tagId, shared: true, sharingLevel: 2, tag: { email: owner.email } }],
    tags: [{ email: owner.email }],
  })
})

test('a guest sees a note with their own tag and their level of access', async () => {
  const [owner, guest] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  const tag = await addPerson(content, owner, guest.email)
  const _id = await addBlock(content, owner, 'note', { links: [{ tag, shared: true, sharing_level: 0 }] })
  const { data } = await api.execute(guest.email, BLOCK, { input: { _id } })
  expect(data.block).toMatchObject({
    access: 'READ_ONLY',
    creator: { name: owner.email, self: false },
    sharingTags: [{ tagId: guest.tagId, shared: true, sharingLevel: 0 }],
  })
})

test('a link that only organizes grants no access', async () => {
  const [owner, named] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  const tag = await addPerson(content, owner, named.email)
  const _id = await addBlock(content, owner, 'note', { links: [{ tag }] })
  const foreign = await api.execute(named.email, BLOCK, { input: { _id } })
  const missing = await api.execute(named.email, BLOCK, { input: { _id: randomUUID() } })
  expect(codeOf(foreign)).toBe('NOT_FOUND')
  expect(foreign.data).toEqual({ block: null })
  expect(foreign.errors?.[0]?.path).toEqual(['block'])
  expect(foreign.errors?.[0]?.message).toBe(missing.errors?.[0]?.message)
})

test('an archived block is found on request', async () => {
  const owner = await tenantOf(api, newEmail())
  const _id = await addBlock(content, owner, 'note', { archived: true })
  expect(codeOf(await api.execute(owner.email, BLOCK, { input: { _id } }))).toBe('NOT_FOUND')
  expect((await api.execute(owner.email, BLOCK, { input: { _id, archived: true } })).errors).toBeUndefined()
})

test('types are accepted in either case, as strings or enum values', async () => {
  const owner = await tenantOf(api, newEmail())
  const ids = [await addBlock(content, owner, 'note'), await addBlock(content, owner, 'note')]
  const archive = (input: string) =>
    api.execute(owner.email, `mutation { archiveOneBlock(input: { ${input} }) { archived } }`)
  expect((await archive(`_id: "${ids[0]}", blockType: "NOTE"`)).data).toEqual({ archiveOneBlock: { archived: true } })
  expect(codeOf(await archive(`_id: "${ids[1]}", blockType: "task"`))).toBe('NOT_FOUND')
  expect(codeOf(await archive(`_id: "${ids[1]}", blockType: "poem"`))).toBe('BAD_USER_INPUT')
})

test('nulls in lists are ignored', async () => {
  const owner = await tenantOf(api, newEmail())
  const _id = await addBlock(content, owner, 'note')
  const query = `query Q($types: [BlockType], $ids: [String]) {
    tagActivity(input: { _id: "${owner.tagId}", blockTypes: $types }) { _id }
    searchTags(input: { _ids: $ids }) { _id }
  }`
  const { data, errors } = await api.execute(owner.email, query, { types: [null, 'NOTE'], ids: [owner.tagId, null] })
  expect(errors).toBeUndefined()
  expect(data).toEqual({ tagActivity: [{ _id }], searchTags: [{ _id: owner.tagId }] })
})

test('mailbox-specific fields of an email are visible to its owner only', async () => {
  const [owner, guest] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  const tag = await addPerson(content, owner, guest.email)
  const detail = { subject: 'Offer', bcc: [{ email: 'boss@x.example' }], labels: ['secret'], unread: true }
  const _id = await addBlock(content, owner, 'email', { detail, links: [{ tag, shared: true, sharing_level: 1 }] })
  const query =
    'query Q($input: FindBlockInput!) { block(input: $input) { ... on Email { bcc { email } labels unread } } }'
  const seenBy = async (email: string) => (await api.execute(email, query, { input: { _id } })).data.block
  expect(await seenBy(owner.email)).toEqual({ bcc: [{ email: 'boss@x.example' }], labels: ['secret'], unread: true })
  expect(await seenBy(guest.email)).toEqual({ bcc: [], labels: [], unread: null })
})
