import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { tenantMarker } from '../../../../platform/storage/search-vector.ts'
import { newEmail } from '../api.ts'
import { addBlock, addPerson, tenantOf } from '../block-content.ts'
import { api, content, linked, NOW, OTHER, SEARCH, searched, stage, TAG, useStagedBlocks } from './staged-blocks.ts'

useStagedBlocks()

describe('text', () => {
  const found = async (title: string, searchString: string) => {
    const { viewer } = await stage([{ title }, { title: 'Something else' }])
    return (await searched(viewer, { searchString })).count
  }

  test.each([
    ['Zoë in the CAFÉ', 'cafe zoe', 1],
    ['Planning', 'plan', 1],
    ['Planning the roof', 'plan roof', 0],
    ['Planning the roof', 'planning ro', 1],
    ['ann.lee@acme.example wrote', 'ann.lee@acme.example', 1],
    ['ann.lee@acme.example wrote', 'ann.lee@acme.ex', 1],
    ['ann.lee@acme.example wrote', 'ann.lee@ac', 1],
    ['ann.lee@acme.example wrote', 'Ann.Lee@', 1],
    ['#7 (seven)', '#7', 1],
    ["O'Neil & Sons", "o'neil", 1],
    ['well-known facts', 'well-known', 1],
    ['well-known facts', 'well-kno', 1],
    ['A plan', 'plan\' | ! & (:* <-> \\ "', 1],
    ['A plan', 'plan -roof', 0],
    ['A plan', '\u0000plan', 1],
    ['A plan', '!', 0],
    ['A plan', '🎉', 0],
    ['A plan', 'plan 🎉', 1],
    ['東京 plan', '東京', 1],
  ])('%j is found by %j: %i', async (title, searchString, count) => {
    expect(await found(title, searchString)).toBe(count)
  })

  test('the tenant id is not searchable, while the same text in content is', async () => {
    const { viewer } = await stage([{ title: 'Roof' }])
    const { tenantId } = viewer
    const idsBy = async (end: number) => (await searched(viewer, { searchString: tenantId.slice(0, end) })).ids
    for (const end of [1, 2, 5, 8, 9, 10, 12, 36]) expect(await idsBy(end)).toEqual([])
    const id = await addBlock(content, viewer, 'note', { title: tenantId.slice(0, 8) })
    for (const end of [1, 2, 5, 8]) expect(await idsBy(end)).toEqual([id])
  })

  test('the best matches come first, then the last changed blocks', async () => {
    const { viewer, ids } = await stage([
      { text: 'roof' },
      { title: 'roof', text: 'roof' },
      { title: 'other', text: 'roof' },
    ])
    expect((await searched(viewer, { searchString: 'roof' })).ids).toEqual([ids[1], ids[0], ids[2]])
    expect((await searched(viewer, { search: 'roof' })).ids).toEqual([ids[1], ids[0], ids[2]])
    expect((await searched(viewer, { search: 'other', searchString: 'roof' })).count).toBe(3)
    const sort = [{ field: 'relevance', order: 'ASC' }]
    expect((await searched(viewer, { searchString: 'roof', sort })).ids).toEqual([ids[0], ids[2], ids[1]])
  })

  test('compares people with many addresses, and with few parts of addresses', async () => {
    const { viewer, ids } = await stage([{ people: ['ann@x.example'] }, { people: ['bo@x.example'] }])
    const emails = Array.from({ length: 999 }, (_, index) => ({ eq: `nobody${index}@x.example` }))
    const found = await searched(viewer, { orFilters: [{ tags: [] }], emails: [...emails, { eq: 'ANN@x.example' }] })
    expect(found.ids).toEqual([ids[0]])
    const both = await searched(viewer, {
      orFilters: [{ tags: [] }],
      emails: [{ eq: 'ann@x.example' }, { startsWith: 'bo@' }],
    })
    expect(both.ids.toSorted()).toEqual(ids.toSorted())
    const query = 'query Q($input: GraphSearchInput) { searchGraphCount(input: $input) }'
    const input = { emails: Array.from({ length: 51 }, () => ({ contains: 'x' })) }
    const { errors } = await api.execute(viewer.email, query, { input })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'input.emails' })
  })

  test.each([
    ['searchGraph', 'GraphSearchInput', { searchString: 'SEARCH' }, 'input.searchString'],
    ['searchGraph', 'GraphSearchInput', { search: 'SEARCH' }, 'input.search'],
    ['searchGraph', 'GraphSearchInput', { emails: [{ contains: 'SEARCH' }] }, 'input.emails[0].contains'],
    ['searchTags', 'SearchTagsInput', { searchString: 'SEARCH' }, 'input.searchString'],
    ['memories', 'MemoriesInput', { search: 'SEARCH' }, 'input.search'],
    ['folders', 'FoldersInput', { search: 'SEARCH' }, 'input.search'],
  ])('a search of %s by %s %j has at most 1,000 characters', async (name, type, input, argument) => {
    const { viewer } = await stage([{}])
    const searchFor = (text: string) => {
      const query = `query Q($input: ${type}) { ${name}(input: $input) { __typename } }`
      return api.execute(viewer.email, query, { input: JSON.parse(JSON.stringify(input).replace('SEARCH', text)) })
    }
    expect((await searchFor('word '.repeat(200))).errors).toBeUndefined()
    const { errors } = await searchFor('word '.repeat(800_000))
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('at most 1000 characters'),
      extensions: { code: 'BAD_USER_INPUT', argument },
    })
  })

  test('a blank search string is ignored', async () => {
    const { viewer } = await stage([{}])
    const { extensions, data } = await api.execute(viewer.email, SEARCH, { input: { searchString: ' ' } })
    expect(data.searchGraphCount).toBe(1)
    expect(extensions?.warnings).toContainEqual(expect.objectContaining({ code: 'DEFAULT_SCOPE' }))
  })
})

describe('scope', () => {
  test('defaults to what the viewer has created and to favorite tags, with a warning', async () => {
    const { viewer, ids } = await stage([{ creator_id: randomUUID(), ...linked({}) }, {}])
    expect((await searched(viewer, {})).ids).toEqual([ids[1]])
    await api.db
      .updateTable('tags')
      .set({ favorite: true })
      .where('tenant_id', '=', viewer.tenantId)
      .where('tag_id', '=', TAG)
      .execute()
    expect((await searched(viewer, { blockTypes: ['note'] })).ids).toEqual(ids)
    const { extensions } = await api.execute(viewer.email, '{ searchGraph { _id } }')
    expect(extensions?.warnings).toEqual([expect.objectContaining({ code: 'DEFAULT_SCOPE' })])
    const scoped = await api.execute(viewer.email, SEARCH, { input: { tagIds: [TAG] } })
    expect(scoped.extensions).toBeUndefined()
  })

  test('favorites are those of the viewer', async () => {
    const { viewer, ids } = await stage([{}, {}])
    const mark = { tenant_id: viewer.tenantId, block_id: ids[1] as string, favorite: true, date_updated: NOW }
    await api.db.insertInto('block_marks').values(mark).execute()
    expect((await searched(viewer, { favorite: true })).ids).toEqual([ids[1]])
    expect((await searched(viewer, { favorite: false })).ids).toEqual([ids[0]])
  })

  test('a folder selects its tags', async () => {
    const { viewer, ids } = await stage([linked({}), {}])
    const key = { tenant_id: viewer.tenantId, folder_id: randomUUID() }
    await api.db
      .insertInto('folders')
      .values({ ...key, name: 'F', date_created: NOW, date_updated: NOW })
      .execute()
    await api.db
      .insertInto('folder_tags')
      .values({ ...key, tag_id: TAG, date_created: NOW })
      .execute()
    expect((await searched(viewer, { folderIds: [key.folder_id] })).ids).toEqual([ids[0]])
  })

  test("another tenant's block with the id of a visible one is not found by its words", async () => {
    const { viewer, ids } = await stage([{ title: 'roof' }])
    const [id] = ids as [string]
    const other = await tenantOf(api, newEmail())
    await addBlock(content, other, 'note', { id, title: 'cellar' })
    await sql`update blocks set tsv = tsv || array_to_tsvector(array[${tenantMarker(viewer.tenantId)}::text])
      where tenant_id = ${other.tenantId} and block_id = ${id}`.execute(api.db)
    expect(await searched(viewer, { searchString: 'cellar' })).toEqual({ ids: [], count: 0 })
    expect(await searched(viewer, { searchString: 'roof' })).toEqual({ ids: [id], count: 1 })
  })

  test('content of others is not found by any filter', async () => {
    const { viewer, ids } = await stage([{ ...linked({}), thread_id: 'secret', title: 'secret' }])
    const outsider = await tenantOf(api, newEmail())
    for (const input of [
      { _ids: ids },
      { tagIds: [TAG, viewer.tagId] },
      { threadIds: ['secret'] },
      { searchString: 'secret' },
    ]) {
      expect(await searched(outsider, input)).toEqual({ ids: [], count: 0 })
      expect((await searched(viewer, input)).count).toBe(1)
    }
  })

  test('content that is shared with the viewer is found by every filter', async () => {
    const [owner, guest] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
    const tag = await addPerson(content, owner, guest.email)
    const seed = { title: 'roof', thread_id: 'roof', uri: 'x:roof', parent_id: OTHER }
    const id = await addBlock(content, owner, 'note', { ...seed, links: [{ tag, shared: true, assigned: true }] })
    const ways = [{ _ids: [id] }, { searchString: 'roof' }, { threadIds: ['roof'] }, { uris: ['x:roof'] }]
    for (const input of [...ways, { parentId: OTHER }, { tags: [{ _ids: [guest.tagId], assigned: true }] }]) {
      expect((await searched(guest, input)).ids).toEqual([id])
    }
  })
})
