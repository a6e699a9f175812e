import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from '../block-content.ts'

let api: Api
let content: Content
let me: Tenant
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
  me = await tenantOf(api, newEmail())
})
afterAll(() => api.stop())

const TAG = 'query Q($input: FindTagInput!) { tag(input: $input) { _id email archived } }'
const find = (input: object, as = me) => api.execute(as.email, TAG, { input })

describe('tag', () => {
  test('is found by its id, archived ones on request', async () => {
    const _id = await addTag(content, me, { archived: true })
    expect(codeOf(await find({ _id }))).toBe('NOT_FOUND')
    expect((await find({ _id, archived: true })).data.tag).toMatchObject({ _id, archived: true })
  })

  test('is found by user: oneself, and people that one has a person tag of', async () => {
    const person = await tenantOf(api, newEmail())
    expect((await find({ tenantIdVerified: me.tenantId })).data.tag).toMatchObject({ _id: me.tagId, email: me.email })
    const unknown = await find({ tenantIdVerified: person.tenantId })
    expect(unknown.errors?.[0]).toMatchObject({ message: 'The tag was not found.', path: ['tag'] })
    const _id = await addPerson(content, me, person.email)
    expect((await find({ tenantIdVerified: person.tenantId })).data.tag).toMatchObject({ _id, email: person.email })
    expect(codeOf(await find({ tenantIdVerified: randomUUID() }))).toBe('NOT_FOUND')
  })

  test('needs exactly one of id and user', async () => {
    expect(codeOf(await find({}))).toBe('BAD_USER_INPUT')
    expect(codeOf(await find({ _id: me.tagId, tenantIdVerified: me.tenantId }))).toBe('BAD_USER_INPUT')
  })

  test('has its vendor objects, identities and task count', async () => {
    const _id = await addTag(content, me, {})
    await addBlock(content, me, 'task', { links: [{ tag: _id }] })
    await addBlock(content, me, 'task', { links: [{ tag: _id }], status: 'completed' })
    const link = { provider: 'hub', metadataType: 'Account', externalId: '001', url: 'https://vendor.example/001' }
    const input = { _id, businessObjects: [{ url: 'https://docs.example/1' }], externalIdLinks: [link] }
    const write = 'mutation M($input: UpsertTagInput!) { upsertOneTag(input: $input) { _id } }'
    expect((await api.execute(me.email, write, { input })).errors).toBeUndefined()
    const query = `query Q($input: FindTagInput!) { tag(input: $input) { taskCount businessObjects { url provider }
      externalIdLinks { provider application metadataType externalId url } } }`
    expect((await api.execute(me.email, query, { input: { _id } })).data.tag).toEqual({
      taskCount: 1,
      businessObjects: [{ url: 'https://docs.example/1', provider: null }],
      externalIdLinks: [{ application: 'hub', ...link }],
    })
  })
})

describe('recentTags', () => {
  const usedEarlier = (tagId: string, ms: number) =>
    sql`update tags set date_used = date_used - ${ms}::bigint where tag_id = ${tagId}`.execute(api.db)
  const recent = async (as: Tenant) => (await api.execute(as.email, '{ recentTags { _id } }')).data.recentTags

  test('are those opened and changed, most recent first', async () => {
    const viewer = await tenantOf(api, newEmail())
    const [first, second] = [await addTag(content, viewer, {}), await addTag(content, viewer, {})]
    await find({ _id: first }, viewer)
    await usedEarlier(first, 1)
    await find({ _id: second }, viewer)
    await find({ _id: viewer.tagId }, viewer)
    expect(await recent(viewer)).toEqual([{ _id: second }, { _id: first }])
    await addTag(content, viewer, { date_used: Date.now() + 60_000, archived: true })
    expect(await recent(viewer)).toEqual([{ _id: second }, { _id: first }])
  })

  test('include those that content was linked to', async () => {
    const viewer = await tenantOf(api, newEmail())
    const tagId = await addTag(content, viewer)
    const id = await addBlock(content, viewer, 'note')
    const sharingTag = { tagId, shared: false, sharingLevel: 0, sharingApproach: 1 }
    const link = 'mutation M($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id } } }'
    const { errors } = await api.execute(viewer.email, link, { input: { referenceBlock: { id }, sharingTag } })
    expect(errors).toBeUndefined()
    expect(await recent(viewer)).toEqual([{ _id: tagId }])
  })

  test('opening a tag again within a minute writes nothing', async () => {
    const viewer = await tenantOf(api, newEmail())
    const _id = await addTag(content, viewer, {})
    const usedAt = async () =>
      (await api.db.selectFrom('tags').select('date_used').where('tag_id', '=', _id).executeTakeFirstOrThrow())
        .date_used
    await find({ _id }, viewer)
    const first = await usedAt()
    expect(first).toBeGreaterThan(0)
    await find({ _id }, viewer)
    expect(await usedAt()).toBe(first)
    await usedEarlier(_id, 61_000)
    await find({ _id }, viewer)
    expect(await usedAt()).toBeGreaterThanOrEqual(first ?? 0)
  })
})

test("two people with tags of the same person never see each other's tag", async () => {
  const [first, second] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  const email = newEmail()
  const [ofOne, ofTwo] = [await addPerson(content, first, email), await addPerson(content, second, email)]
  const query = `query Q($ids: [String!]!, $email: String!, $ofTwo: String!) {
    byId: searchTags(input: { _ids: $ids, archived: true }) { _id }
    byEmail: searchTags(input: { email: $email }) { _id }
    byText: searchTags(input: { searchString: $email }) { _id }
    news: tagNews(input: { _ids: $ids }) { news { _id } }
    fields: searchTagsByField(input: { fields: [{ fieldName: "email" }], tagIds: $ids }) { totalCount tags { tag { _id } } }
    tag(input: { _id: $ofTwo }) { _id }
    tagActivity(input: { _id: $ofTwo }) { _id }
  }`
  const { data, errors } = await api.execute(first.email, query, { ids: [ofOne, ofTwo], email, ofTwo })
  const mine = [{ _id: ofOne }]
  expect(data).toEqual({
    byId: mine,
    byEmail: mine,
    byText: mine,
    news: { news: mine },
    fields: { totalCount: 1, tags: [{ tag: { _id: ofOne } }] },
    tag: null,
    tagActivity: null,
  })
  expect(errors?.map(({ extensions: { code } }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
})
