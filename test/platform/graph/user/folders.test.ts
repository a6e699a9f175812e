import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addTag, type Content, tenantOf } from '../block-content.ts'

let api: Api
let content: Content
let me: Tenant
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
  me = await tenantOf(api, newEmail())
})
afterAll(() => api.stop())

const FIELDS = `_id name description icon color parentId tagIds tagCount position favorite archived creator { name self }
  tags { _id }`
const UPSERT = `mutation M($input: UpsertFolderInput!) { upsertOneFolder(input: $input) { ${FIELDS} } }`
const ADD = `mutation M($input: TagsOfFolderInput!) { addTagsToFolder(input: $input) { ${FIELDS} } }`
const REMOVE = `mutation M($input: TagsOfFolderInput!) { removeTagsFromFolder(input: $input) { ${FIELDS} } }`
const ARCHIVE = 'mutation M($input: ArchiveFolderInput!) { archiveOneFolder(input: $input) { _id archived } }'
const FIND = `query Q($input: FindFolderInput!) { folder(input: $input) { ${FIELDS} } }`
const LIST = 'query Q($input: FoldersInput) { folders(input: $input) { _id name } }'

interface Folder {
  _id: string
  name: string
  [field: string]: unknown
}
const run = async (query: string, input: object, as = me) => {
  const { data, errors } = await api.execute(as.email, query, { input })
  expect(errors).toBeUndefined()
  return Object.values(data)[0] as Folder
}
const code = async (query: string, input: object, as = me) => codeOf(await api.execute(as.email, query, { input }))
const upsert = (input: object, as = me) => run(UPSERT, input, as)
const names = async (input: object, as: Tenant) =>
  ((await run(LIST, input, as)) as unknown as Folder[]).map(({ name }) => name)

describe('a folder', () => {
  test('is stored as sent and can be found', async () => {
    const sent = { name: 'Clients', description: 'who pays', icon: 'star', color: '#fff', favorite: true }
    const folder = await upsert(sent)
    expect(folder).toEqual({
      ...sent,
      _id: folder._id,
      parentId: null,
      tagIds: [],
      tags: [],
      tagCount: 0,
      archived: false,
      position: expect.any(Number),
      creator: { name: me.email, self: true },
    })
    expect(await run(FIND, { _id: folder._id })).toEqual(folder)
    const written = { ...folder, name: 'Customers', icon: null, position: 7 }
    expect(await upsert({ _id: folder._id, alias: 'Customers', icon: null, position: 7, favorite: null })).toEqual(
      written,
    )
    expect(await upsert({ _id: folder._id })).toEqual(written)
  })

  test.each([
    ['no name', {}],
    ['a blank name', { title: ' \0' }],
    ['a long name', { name: 'x'.repeat(201) }],
    ['a negative position', { name: 'x', position: -1 }],
  ])('with %s is refused', async (_, input) => {
    expect(await code(UPSERT, input)).toBe('BAD_USER_INPUT')
  })

  test('cannot contain itself', async () => {
    const top = await upsert({ name: 'top' })
    const middle = await upsert({ name: 'middle', parentId: top._id })
    const low = await upsert({ name: 'low', parentId: middle._id.toUpperCase() })
    expect(low.parentId).toBe(middle._id)
    for (const parentId of [top._id, middle._id, low._id]) {
      expect(await code(UPSERT, { _id: top._id.toUpperCase(), parentId })).toBe('BAD_USER_INPUT')
    }
    expect((await upsert({ _id: low._id, parentId: null })).parentId).toBeNull()
    expect((await upsert({ _id: top._id, parentId: low._id })).parentId).toBe(low._id)
    expect(await code(UPSERT, { name: 'x', parentId: randomUUID() })).toBe('NOT_FOUND')
  })

  test('cannot contain itself after concurrent moves', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await upsert({ name: 'a' }), await upsert({ name: 'b' })]
      const moved = await Promise.all([
        code(UPSERT, { _id: a._id, parentId: b._id }),
        code(UPSERT, { _id: b._id, parentId: a._id }),
      ])
      expect(moved.toSorted()).toEqual(['BAD_USER_INPUT', undefined])
    }
  })

  test('can be archived and restored, without changing its tags and subfolders', async () => {
    const { _id } = await upsert({ name: 'old' })
    const inside = await upsert({ name: 'inside', parentId: _id })
    expect(await run(ARCHIVE, { _id })).toEqual({ _id, archived: true })
    expect(await code(FIND, { _id })).toBe('NOT_FOUND')
    expect((await run(FIND, { _id, archived: true })).archived).toBe(true)
    expect((await run(FIND, { _id: inside._id })).parentId).toBe(_id)
    expect(await run(ARCHIVE, { _id, archive: false })).toEqual({ _id, archived: false })
    expect((await run(FIND, { _id })).archived).toBe(false)
  })
})

describe('tags', () => {
  test('can be added and removed, and are in a folder once', async () => {
    const { _id: folderId } = await upsert({ name: 'some' })
    const [a, b] = [await addTag(content, me, { alias: 'Äb' }), await addTag(content, me, { alias: 'aa' })]
    const full = await run(ADD, { folderId, tagIds: [a, b, a.toUpperCase()] })
    expect(full).toMatchObject({ tagCount: 2, tags: [{ _id: b }, { _id: a }] })
    expect((full.tagIds as string[]).toSorted()).toEqual([a, b].toSorted())
    expect((await run(ADD, { folderId, tagIds: [b] })).tagCount).toBe(2)
    expect((await run(REMOVE, { folderId, tagIds: [a, randomUUID(), 'no-id'] })).tagIds).toEqual([b])
    expect((await run(REMOVE, { folderId, tagIds: [a] })).tagIds).toEqual([b])
  })

  test('are added all or none', async () => {
    const { _id: folderId } = await upsert({ name: 'none' })
    const tag = await addTag(content, me)
    const foreign = await addTag(content, await tenantOf(api, newEmail()))
    for (const outsider of [foreign, randomUUID(), 'no-id']) {
      expect(await code(ADD, { folderId, tagIds: [tag, outsider] })).toBe('NOT_FOUND')
    }
    const many = Array.from({ length: 1_001 }, () => tag)
    expect(await code(ADD, { folderId, tagIds: many })).toBe('BAD_USER_INPUT')
    expect((await run(FIND, { _id: folderId })).tagCount).toBe(0)
  })

  test('that are archived are neither listed nor counted', async () => {
    const { _id: folderId } = await upsert({ name: 'archived ones' })
    const tagIds = [await addTag(content, me, { archived: true }), await addTag(content, me)]
    expect(await run(ADD, { folderId, tagIds })).toMatchObject({
      tagIds: [tagIds[1]],
      tagCount: 1,
      tags: [{ _id: tagIds[1] }],
    })
  })

  test('are paged by twenty by default and a hundred at most', async () => {
    const { _id: folderId } = await upsert({ name: 'many' })
    const tagIds: string[] = []
    for (let index = 0; index < 103; index += 1)
      tagIds.push(await addTag(content, me, { alias: `n${String(index).padStart(3, '0')}` }))
    await run(ADD, { folderId, tagIds })
    const query = `query Q($_id: String!) { folder(input: { _id: $_id }) {
      tagCount first: tags { _id } last: tags(size: 100, page: 1) { _id } clamped: tags(size: 500) { _id } }
    }`
    const { data, extensions } = await api.execute(me.email, query, { _id: folderId })
    const ids = (from: number, to: number) => tagIds.slice(from, to).map((_id) => ({ _id }))
    expect(data.folder).toEqual({ tagCount: 103, first: ids(0, 20), last: ids(100, 103), clamped: ids(0, 100) })
    expect(extensions?.warnings).toMatchObject([{ code: 'SIZE_CLAMPED', requested: 500, applied: 100 }])
  })
})

describe('folders', () => {
  test('are ordered by position and name; archived ones are included on request', async () => {
    const viewer = await tenantOf(api, newEmail())
    const a = await upsert({ name: 'first', position: 5 }, viewer)
    await upsert({ name: 'second', description: 'Later 100%' }, viewer)
    const b = await upsert({ name: 'Alpha', position: 5 }, viewer)
    const inside = await upsert({ name: 'inside', parentId: a._id }, viewer)
    expect(inside.position).toBe(0)
    expect(await names({}, viewer)).toEqual(['inside', 'Alpha', 'first', 'second'])
    await run(ARCHIVE, { _id: b._id }, viewer)
    expect(await names({ parentId: null }, viewer)).toEqual(['first', 'second'])
    expect(await names({ parentId: a._id }, viewer)).toEqual(['inside'])
    expect(await names({ parentId: 'no-id' }, viewer)).toEqual([])
    expect(await names({ archived: true, parentId: null }, viewer)).toEqual(['Alpha', 'first', 'second'])
    expect(await names({ search: 'IRS' }, viewer)).toEqual(['first'])
    expect(await names({ search: '100%' }, viewer)).toEqual(['second'])
    expect(await names({ search: '_' }, viewer)).toEqual([])
    expect(await names({ _ids: [a._id, b._id, 'no-id'] }, viewer)).toEqual(['first'])
    expect(await names({ size: 1, page: 1 }, viewer)).toEqual(['first'])
  })

  test('cannot be seen, changed or used as a parent by others', async () => {
    const outsider = await tenantOf(api, newEmail())
    const { _id } = await upsert({ name: 'mine' })
    expect(await names({ _ids: [_id], archived: true }, outsider)).toEqual([])
    const requests: [string, object][] = [
      [FIND, { _id }],
      [UPSERT, { _id, name: 'theirs' }],
      [UPSERT, { name: 'theirs', parentId: _id }],
      [ARCHIVE, { _id }],
      [ADD, { folderId: _id, tagIds: [] }],
      [REMOVE, { folderId: _id, tagIds: [] }],
    ]
    for (const [query, input] of requests) expect(await code(query, input, outsider)).toBe('NOT_FOUND')
    expect((await run(FIND, { _id })).name).toBe('mine')
  })
})
