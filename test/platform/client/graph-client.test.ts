import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Warning } from '../../../platform/client/answer.ts'
import {
  BlockDocument,
  RecentTagsDocument,
  SearchGraphCountDocument,
  SearchGraphDocument,
  SearchTagsDocument,
  TenantDocument,
  UpsertOneTagDocument,
  UpsertOneTaskDocument,
} from '../../../platform/client/documents.ts'
import { allOf, ListTooLong, pages } from '../../../platform/client/pages.ts'
import { typed } from '../../../platform/client/typed-document.ts'
import { type Api, startApi } from '../graph/api.ts'
import { addBlock, addTag, type Content } from '../graph/block-content.ts'
import { type Person, person } from './person.ts'

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
})
afterAll(() => api.stop())

async function named(count: number): Promise<{ owner: Person; ids: string[] }> {
  const owner = await person(api)
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.push(await addTag(content, owner, { alias: `tag ${String(index).padStart(3, '0')}` }))
  }
  return { owner, ids }
}

test('what is written is read again, with its types', async () => {
  const { client, tagId, email } = await person(api)
  const input = { title: 'Call Ada', status: 'in_progress' as const, dateDue: 1_800_000_000_000 }
  const { upsertOneTask } = await client.request(UpsertOneTaskDocument, { input })
  const { block } = await client.request(BlockDocument, { input: { _id: upsertOneTask?._id ?? '' } })
  if (block?.__typename !== 'Task') throw new Error('The task is no task.')
  expect(block).toMatchObject({ ...input, access: 'RW', creator: { self: true } })
  expect(block.assignedTags).toEqual([])
  expect((await client.request(TenantDocument)).tenant).toMatchObject({ tagId, email })
})

test('a request of one tick is one batch, mixed of what succeeds and what does not', async () => {
  const { client } = await person(api)
  const answers = await Promise.allSettled([
    client.request(UpsertOneTagDocument, { input: { alias: 'Acme', tagType: 'topic' } }),
    client.request(BlockDocument, { input: { _id: randomUUID() } }),
    client.request(RecentTagsDocument),
  ])
  expect(answers).toMatchObject([
    { value: { upsertOneTag: { alias: 'Acme', signals: [] } } },
    { reason: { code: 'NOT_FOUND', data: { block: null }, errors: [{ path: ['block'] }] } },
    { value: { recentTags: expect.any(Array) } },
  ])
})

test('more than a platform allows in a batch is answered all the same', async () => {
  const owner = await person(api)
  await addBlock(content, owner, 'note', { title: 'Only one' })
  const found = await Promise.all(
    Array.from({ length: 30 }, () => owner.client.request(SearchGraphDocument, { input: { searchString: 'only' } })),
  )
  expect(found.map(({ searchGraph }) => searchGraph?.map(({ title }) => title))).toEqual(found.map(() => ['Only one']))
})

test('the time zone of the client is the one that is asked in', async () => {
  const heard: Warning[] = []
  const { client } = await person(api, { timeZone: 'Nowhere/Land', onWarning: (one) => heard.push(one) })
  await client.request(SearchGraphCountDocument)
  expect(heard.map(({ code }) => code)).toContain('TIME_ZONE_UNKNOWN')
})

describe('a list that is read page by page', () => {
  test.each([
    [7, 3],
    [6, 3],
    [2, 3],
    [0, 3],
    [3, 0],
  ])('of %i rows in pages of %i comes whole and in order', async (count, size) => {
    const { owner, ids } = await named(count)
    const input = { tagTypes: ['topic'], orderByAlias: 'asc' }
    const rows = pages(owner.client, SearchTagsDocument, { input }, ({ searchTags }) => searchTags, { size })
    expect((await allOf(rows)).map(({ _id }) => _id)).toEqual(ids)
  })

  test('comes whole where the platform gives smaller pages than it is asked for', async () => {
    const owner = await person(api)
    await api.db
      .insertInto('tags')
      .values(
        Array.from({ length: 501 }, (_, index) => ({
          ...{ tenant_id: owner.tenantId, tag_id: randomUUID(), alias: `many ${index}`, tag_type: 'topic' as const },
          ...{ date_created: content.now, date_updated: content.now, name_search: `many ${index}` },
        })),
      )
      .execute()
    const rows = pages(owner.client, SearchTagsDocument, { input: { tagType: 'topic' } }, (data) => data.searchTags, {
      size: 1_000,
    })
    const ids = (await allOf(rows)).map(({ _id }) => _id)
    expect([ids.length, new Set(ids).size]).toEqual([501, 501])
  })

  test('is read no further than it is wanted', async () => {
    const { owner } = await named(3)
    const asked: unknown[] = []
    const client = {
      answer: (...request: Parameters<typeof owner.client.answer>) => {
        asked.push(request[1])
        return owner.client.answer(...request)
      },
    } as typeof owner.client
    for await (const row of pages(client, SearchTagsDocument, {}, (data) => data.searchTags, { size: 2 })) {
      expect(row.alias).toEqual(expect.any(String))
      break
    }
    expect(asked).toEqual([{ input: { size: 2, page: 0 } }])
  })

  test('that is longer than can be read says so', async () => {
    const endless = typed<{ rows: number[] }, { input?: { size?: number; page?: number } }>('{ rows }')
    const seen: number[] = []
    const client = {
      answer: async (_: unknown, { input }: { input: { size: number; page: number } }) => {
        seen.push(input.size * input.page)
        return { data: { rows: Array.from({ length: input.size }, (_row, index) => index) }, warnings: [] }
      },
    } as unknown as Person['client']
    const rows = pages(client, endless, {}, (data) => data.rows, { size: 40_000 })
    await expect(allOf(rows)).rejects.toThrow(ListTooLong)
    expect(seen).toEqual([0, 40_000, 80_000])
  })
})
