import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from '../block-content.ts'

const DAY = 86_400_000

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: Date.now() }
})
afterAll(() => api.stop())

/** Deletes a tenant's own link to their block, which is then no longer visible to them. */
async function hide({ tenantId, tagId }: Tenant, blockId: string): Promise<void> {
  const key = { tenant_id: tenantId, block_id: blockId, tag_id: tagId }
  await api.db
    .deleteFrom('sharing')
    .where((all) => all.and(key))
    .execute()
}

describe('tagActivity', () => {
  const QUERY = 'query Q($input: TagActivityInput!) { tagActivity(input: $input) { _id blockType date } }'
  let me: Tenant
  let tag: string
  const blocks: Record<string, string> = {}
  beforeAll(async () => {
    me = await tenantOf(api, newEmail())
    tag = await addTag(content, me)
    const links = [{ tag }]
    blocks.note = await addBlock(content, me, 'note', { links, date_associated: 10, date_created: 300 })
    blocks.email = await addBlock(content, me, 'email', { links, date_associated: 30, date_created: 100 })
    blocks.event = await addBlock(content, me, 'event', { links, date_associated: 20, date_created: 200 })
    await addBlock(content, me, 'note', { links, date_associated: 40, archived: true })
    await addBlock(content, me, 'note', { date_associated: 50 })
    await hide(me, await addBlock(content, me, 'note', { links, date_associated: 60 }))
  })
  const activity = async (input: object = {}) => {
    const { data, errors } = await api.execute(me.email, QUERY, { input: { _id: tag, ...input } })
    expect(errors).toBeUndefined()
    return (data.tagActivity as { _id: string }[]).map(({ _id }) => _id)
  }

  test('returns linked blocks, newest first', async () => {
    const { data } = await api.execute(me.email, QUERY, { input: { _id: tag } })
    expect(data.tagActivity).toEqual([
      { _id: blocks.email, blockType: 'email', date: 30 },
      { _id: blocks.event, blockType: 'event', date: 20 },
      { _id: blocks.note, blockType: 'note', date: 10 },
    ])
  })

  test('has the blocks themselves', async () => {
    const query = QUERY.replace('date }', 'date block { __typename _id } }')
    const { data } = await api.execute(me.email, query, { input: { _id: tag, size: 1 } })
    expect(data.tagActivity).toMatchObject([{ _id: blocks.email, block: { __typename: 'Email', _id: blocks.email } }])
  })

  test('can be filtered by types and dates', async () => {
    expect(await activity({ blockTypes: ['NOTE', 'event'] })).toEqual([blocks.event, blocks.note])
    expect(await activity({ blockTypes: [] })).toEqual([])
    expect(await activity({ dateCreated: { gte: 200, lt: 300 } })).toEqual([blocks.event])
    expect(await activity({ dateCreated: { gt: 200.5 } })).toEqual([blocks.note])
    expect(await activity({ dateAssociated: { gte: 20, lt: 30 } })).toEqual([blocks.event])
    expect(await activity({ dateAssociated: { gt: 20.5 } })).toEqual([blocks.email])
    expect(await activity({ dateAssociated: { gt: 10 }, dateCreated: { lt: 150 } })).toEqual([blocks.email])
    expect(await activity({ size: 1, page: 1 })).toEqual([blocks.event])
  })

  test('includes what others share, and nothing else of theirs', async () => {
    const friend = await tenantOf(api, newEmail())
    const ofMe = await addPerson(content, friend, me.email)
    const shared = await addBlock(content, friend, 'note', { links: [{ tag: ofMe, shared: true }] })
    await addBlock(content, friend, 'note', { links: [{ tag: ofMe }] })
    const { data } = await api.execute(me.email, QUERY, {
      input: { _id: me.tagId, blockTypes: ['note'], dateAssociated: { gt: 100 } },
    })
    expect((data.tagActivity as { _id: string }[]).map(({ _id }) => _id)).toEqual([shared])
    expect(codeOf(await api.execute(me.email, QUERY, { input: { _id: ofMe } }))).toBe('NOT_FOUND')
    expect(codeOf(await api.execute(me.email, QUERY, { input: { _id: 'no-id' } }))).toBe('NOT_FOUND')
  })
})

describe('tagsWithActivity', () => {
  const QUERY = `query Q($input: TagsWithActivityInput) {
    tagsWithActivity(input: $input) { tag { _id } recommendationCount }
  }`
  async function recommend(me: Tenant, tagIds: readonly string[], more: object = {}) {
    const ids = { tenant_id: me.tenantId, recommendation_id: randomUUID() }
    await api.db
      .insertInto('recommendations')
      .values({
        ...ids,
        recommendation_type: 'insight',
        state: 'open',
        display_title: 'x',
        detail: '{}',
        date_created: 0,
        date_updated: 0,
        ...more,
      })
      .execute()
    for (const tag_id of tagIds)
      await api.db
        .insertInto('recommendation_tags')
        .values({ ...ids, tag_id })
        .execute()
  }

  test('counts open recommendations, those with the most first', async () => {
    const me = await tenantOf(api, newEmail())
    const [a, b, gone, quiet] = [
      await addTag(content, me, { alias: 'a' }),
      await addTag(content, me, { alias: 'b', tag_type: 'person' }),
      await addTag(content, me, { archived: true }),
      await addTag(content, me),
    ]
    await recommend(me, [a, b, gone])
    await recommend(me, [b], { date_snoozed_until: content.now - DAY, date_expires: content.now + DAY })
    await recommend(me, [a, quiet], { state: 'dismissed' })
    await recommend(me, [a, quiet], { date_snoozed_until: content.now + DAY })
    await recommend(me, [a, quiet], { date_expires: content.now - DAY })
    const ask = async (input?: object) => (await api.execute(me.email, QUERY, { input })).data.tagsWithActivity
    const [ofA, ofB] = [
      { tag: { _id: a }, recommendationCount: 1 },
      { tag: { _id: b }, recommendationCount: 2 },
    ]
    expect(await ask()).toEqual([ofB, ofA])
    expect(await ask({ limit: 1 })).toEqual([ofB])
    expect(await ask({ tagIds: [a, 'no-id'] })).toEqual([ofA])
    expect(await ask({ tagTypeFilters: [{ tagType: 'PERSON' }] })).toEqual([ofB])
    const folder_id = randomUUID()
    await api.db
      .insertInto('folder_tags')
      .values({ tenant_id: me.tenantId, folder_id, tag_id: a, date_created: 0 })
      .execute()
    expect(await ask({ folderIds: [folder_id] })).toEqual([ofA])
    const outsider = await tenantOf(api, newEmail())
    expect((await api.execute(outsider.email, QUERY, { input: { tagIds: [a, b] } })).data.tagsWithActivity).toEqual([])
  })
})

describe('tagNews', () => {
  const QUERY = `query Q($input: FindTagNewsInput!) {
    tagNews(input: $input) { news { _id snippets { title snippet url datePublished } } }
  }`
  const newsOf = async (me: Tenant, _ids: string[]) => {
    const { data, errors } = await api.execute(me.email, QUERY, { input: { _ids } })
    expect(errors).toBeUndefined()
    return (data.tagNews as { news: { _id: string; snippets: { title: string }[] }[] }).news
  }

  test('are web pages and documents with a URL, newest first', async () => {
    const me = await tenantOf(api, newEmail())
    const [tag, silent] = [await addTag(content, me), await addTag(content, me)]
    const links = [{ tag }]
    const published = content.now - DAY
    const detail = { url: 'https://news.example/1', description: 'What happened', datePublished: published }
    await addBlock(content, me, 'website', { links, title: 'Page', detail, text: 'long' })
    await addBlock(content, me, 'document', { links, title: 'Paper', uri: 'https://docs.example/2', text: 'Words' })
    await addBlock(content, me, 'document', { links, title: 'Nowhere' })
    await addBlock(content, me, 'email', { links, title: 'Mail', uri: 'https://mail.example/3' })
    await addBlock(content, me, 'website', {
      links,
      title: 'Old',
      detail: { ...detail, datePublished: published - 90 * DAY },
    })
    await addBlock(content, me, 'website', { links, title: 'Archived', detail, archived: true })
    await hide(me, await addBlock(content, me, 'website', { links, title: 'Hidden', detail }))
    expect(await newsOf(me, [silent, tag, randomUUID(), 'no-id', tag])).toEqual([
      { _id: silent, snippets: [] },
      {
        _id: tag,
        snippets: [
          { title: 'Paper', snippet: 'Words', url: 'https://docs.example/2', datePublished: content.now },
          { title: 'Page', snippet: 'What happened', url: 'https://news.example/1', datePublished: published },
        ],
      },
    ])
  })

  test('are limited to ten per tag and a maximum number of tags', async () => {
    const me = await tenantOf(api, newEmail())
    const tag = await addTag(content, me)
    for (let index = 0; index < 11; index += 1) {
      const date_associated = content.now - index
      await addBlock(content, me, 'website', {
        links: [{ tag }],
        uri: 'https://a.example',
        title: `${index}`,
        date_associated,
      })
    }
    const [news] = await newsOf(me, [tag])
    expect(news?.snippets.map(({ title }) => Number(title))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    const many = Array.from({ length: 101 }, () => randomUUID())
    expect(codeOf(await api.execute(me.email, QUERY, { input: { _ids: many } }))).toBe('BAD_USER_INPUT')
  })
})
