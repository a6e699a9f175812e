import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
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
import { collect, ListTooLong, pages } from '../../../platform/client/pages.ts'
import type { Warning } from '../../../platform/client/result.ts'
import { typed } from '../../../platform/client/typed-document.ts'
import { type Api, startApi } from '../graph/api.ts'
import { addBlock, addTag, type Content } from '../graph/block-content.ts'
import { createPerson, type Person } from './person.ts'

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
})
afterAll(() => api.stop())

/** Creates a person with numbered tags. */
async function createTags(count: number): Promise<{ owner: Person; ids: string[] }> {
  const owner = await createPerson(api)
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.push(await addTag(content, owner, { alias: `tag ${String(index).padStart(3, '0')}` }))
  }
  return { owner, ids }
}

test('a block that was written is read again, with its types', async () => {
  const { client, tagId, email } = await createPerson(api)
  const input = { title: 'Call Ada', status: 'in_progress' as const, dateDue: 1_800_000_000_000 }
  const { upsertOneTask } = await client.request(UpsertOneTaskDocument, { input })
  const { block } = await client.request(BlockDocument, { input: { _id: upsertOneTask?._id ?? '' } })
  if (block?.__typename !== 'Task') throw new Error('The block is not a task.')
  expect(block).toMatchObject({ ...input, access: 'RW', creator: { self: true } })
  expect(block.assignedTags).toEqual([])
  expect((await client.request(TenantDocument)).tenant).toMatchObject({ tagId, email })
})

test('requests of one tick share a batch in which some succeed and others fail', async () => {
  const { client } = await createPerson(api)
  const results = await Promise.allSettled([
    client.request(UpsertOneTagDocument, { input: { alias: 'Acme', tagType: 'topic' } }),
    client.request(BlockDocument, { input: { _id: randomUUID() } }),
    client.request(RecentTagsDocument),
  ])
  expect(results).toMatchObject([
    { value: { upsertOneTag: { alias: 'Acme', signals: [] } } },
    { reason: { code: 'NOT_FOUND', data: { block: null }, errors: [{ path: ['block'] }] } },
    { value: { recentTags: expect.any(Array) } },
  ])
})

test('more requests than the platform allows in a batch succeed too', async () => {
  const owner = await createPerson(api)
  await addBlock(content, owner, 'note', { title: 'Only one' })
  const found = await Promise.all(
    Array.from({ length: 30 }, () => owner.client.request(SearchGraphDocument, { input: { searchString: 'only' } })),
  )
  expect(found.map(({ searchGraph }) => searchGraph?.map(({ title }) => title))).toEqual(found.map(() => ['Only one']))
})

test('requests are executed in the time zone of the client', async () => {
  const warnings: Warning[] = []
  const { client } = await createPerson(api, {
    timeZone: 'Nowhere/Land',
    onWarning: (warning) => warnings.push(warning),
  })
  await client.request(SearchGraphCountDocument)
  expect(warnings.map(({ code }) => code)).toContain('TIME_ZONE_UNKNOWN')
})

describe('reading a list page by page', () => {
  test.each([
    [7, 3],
    [6, 3],
    [2, 3],
    [0, 3],
    [3, 0],
  ])('yields all of its %i rows in order, in pages of %i', async (count, size) => {
    const { owner, ids } = await createTags(count)
    const input = { tagTypes: ['topic' as const], orderByAlias: 'asc' }
    const rows = pages(owner.client, SearchTagsDocument, { input }, ({ searchTags }) => searchTags, { size })
    expect((await collect(rows)).map(({ _id }) => _id)).toEqual(ids)
  })

  test('yields all rows when the platform returns smaller pages than requested', async () => {
    const owner = await createPerson(api)
    await api.db
      .insertInto('tags')
      .values(
        Array.from({ length: 501 }, (_, index) => ({
          tenant_id: owner.tenantId,
          tag_id: randomUUID(),
          alias: `many ${index}`,
          tag_type: 'topic' as const,
          date_created: content.now,
          date_updated: content.now,
          name_search: `many ${index}`,
        })),
      )
      .execute()
    const rows = pages(owner.client, SearchTagsDocument, { input: { tagType: 'topic' } }, (data) => data.searchTags, {
      size: 1_000,
    })
    const ids = (await collect(rows)).map(({ _id }) => _id)
    expect([ids.length, new Set(ids).size]).toEqual([501, 501])
  })

  test('fetches no more pages than the caller reads', async () => {
    const { owner } = await createTags(3)
    const variables: unknown[] = []
    const client = {
      execute: (...request: Parameters<typeof owner.client.execute>) => {
        variables.push(request[1])
        return owner.client.execute(...request)
      },
    } as typeof owner.client
    for await (const row of pages(client, SearchTagsDocument, {}, (data) => data.searchTags, { size: 2 })) {
      expect(row.alias).toEqual(expect.any(String))
      break
    }
    expect(variables).toEqual([{ input: { size: 2, page: 0 } }])
  })

  test('throws ListTooLong when the list is longer than the platform serves', async () => {
    const endless = typed<{ rows: number[] }, { input?: { size?: number; page?: number } }>('{ rows }')
    const offsets: number[] = []
    const client = {
      execute: async (_: unknown, { input }: { input: { size: number; page: number } }) => {
        offsets.push(input.size * input.page)
        return { data: { rows: Array.from({ length: input.size }, (_row, index) => index) }, warnings: [] }
      },
    } as unknown as Person['client']
    const rows = pages(client, endless, {}, (data) => data.rows, { size: 40_000 })
    await expect(collect(rows)).rejects.toThrow(ListTooLong)
    expect(offsets).toEqual([0, 40_000, 80_000])
  })
})
