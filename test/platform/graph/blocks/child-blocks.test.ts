import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { NOW } from '../../storage/fixtures.ts'
import { type Api, codeOf, newEmail } from '../api.ts'
import { addBlock, addPerson, type Content, tenantOf } from '../block-content.ts'
import { countStatements } from '../statements.ts'
import type { SyncedConnection } from '../synced-connection.ts'
import { BOB, HOUR, PEOPLE } from './synced-items.ts'
import { queryBlock, startWithSyncedItems } from './typed-block.ts'

let api: Api
let content: Content
let ada: Tenant
let connection: SyncedConnection
beforeAll(async () => {
  ;({ api, content, ada, connection } = await startWithSyncedItems())
})
afterAll(() => api.stop())

const block = (_id: string, type: string, selection: string, email = ada.email) =>
  queryBlock(api, _id, type, selection, email)

describe('lists of child blocks', () => {
  test('have twenty items by default and a hundred at most', async () => {
    const id = await addBlock(content, ada, 'table', { detail: { metadata: PEOPLE.metadata } })
    for (let index = 0; index < 25; index += 1) {
      const seed = {
        parent_id: id,
        parent_type: 'table',
        date_created: NOW + index,
        title: `${index}`,
        detail: { values: [] },
      }
      await addBlock(content, ada, 'record', { ...seed, external_id: `row ${index}` } as never)
    }
    const titles = async (args: string) => {
      const { data, extensions } = await block(id, 'table', `records${args} { title }`)
      const { records } = data.block as { records: { title: string }[] }
      return { titles: records.map(({ title }) => Number(title)), warnings: extensions?.warnings }
    }
    const newest = Array.from({ length: 25 }, (_, index) => 24 - index)
    expect((await titles('')).titles).toEqual(newest.slice(0, 20))
    expect((await titles('(size: 10, page: 2)')).titles).toEqual(newest.slice(20))
    expect((await titles('(page: 1)')).titles).toEqual(newest.slice(0, 20))
    expect((await titles('(size: 0)')).titles).toEqual([])
    expect((await titles('(externalIds: ["row 3", "no row"])')).titles).toEqual([3])
    expect(await titles('(size: 101)')).toMatchObject({
      titles: newest,
      warnings: [{ code: 'SIZE_CLAMPED', applied: 100 }],
    })
  })

  test('warn once when they are clamped, however many blocks are queried', async () => {
    const owner = await tenantOf(api, newEmail())
    for (let index = 0; index < 3; index += 1)
      await addBlock(content, owner, 'table', { detail: { metadata: PEOPLE.metadata } })
    const { data, extensions } = await api.execute(owner.email, '{ tables { records(size: 101) { _id } } }')
    expect(data.tables).toHaveLength(3)
    expect(extensions?.warnings).toHaveLength(1)
  })

  test.each([
    ['', undefined],
    ['(size: 100)', 'QUERY_TOO_COMPLEX'],
  ])('cost as much as they may contain: %p', async (args, code) => {
    const inside = '{ transcriptions { tags { externalIdLinks { _id } } } }'
    expect(codeOf(await block(await connection.findBlockId('work'), 'calendar', `events${args} ${inside}`))).toBe(code)
  })

  test('take a bounded number of statements, whatever the number of blocks', async () => {
    const owner = await tenantOf(api, newEmail())
    const bob = await addPerson(content, owner, BOB.email)
    const id = await addBlock(content, owner, 'calendar')
    const grow = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const seed = {
          date_start: NOW + index * 24 * HOUR,
          date_end: NOW + index * 24 * HOUR + HOUR,
          people: [`p${index}@x.example`],
        }
        await addBlock(content, owner, 'event', {
          ...seed,
          parent_id: id,
          parent_type: 'calendar',
          detail: { attendees: [BOB] },
        })
        await addBlock(content, owner, 'transcription', { ...seed, large: { outline: [] }, links: [{ tag: bob }] })
      }
    }
    const query = `query Q($input: FindBlockInput!) { block(input: $input) { ... on Calendar { events(size: 100) {
      title calendar { name } attendees { tag { email } } transcriptions { outline { title } event { title } tags { alias } }
    } } } }`
    await grow(2)
    const few = await countStatements(api.db, owner, query, { input: { _id: id } })
    await grow(12)
    const many = await countStatements(api.db, owner, query, { input: { _id: id } })
    expect((many.data.block as { events: unknown[] }).events).toHaveLength(14)
    expect(many.statements).toBe(few.statements)
  })

  test('of threads, tasks and records take the same number of statements for ten as for one', async () => {
    const owner = await tenantOf(api, newEmail())
    const query = `query Q($input: GraphSearchInput!) { searchGraph(input: $input) {
      ... on Thread { readStatus messageCount dateLastMessage participants { alias } messages { bodyHtml author { name } } }
      ... on Task { subtaskCount assignedTags { alias } }
      ... on Record { operations { update } }
      ... on Agent { watching { id } }
    } }`
    const input = { blockTypes: ['thread', 'task', 'record', 'agent'], size: 100 }
    const table = await addBlock(content, owner, 'table', { detail: { metadata: PEOPLE.metadata } })
    const grow = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const [thread, task] = [await addBlock(content, owner, 'thread'), await addBlock(content, owner, 'task')]
        await addBlock(content, owner, 'message', { thread_id: thread, large: { bodyHtml: 'x' } })
        await addBlock(content, owner, 'task', { parent_id: task, parent_type: 'task' })
        await addBlock(content, owner, 'record', { parent_id: table, parent_type: 'table', detail: { values: [] } })
        await addBlock(content, owner, 'agent')
      }
    }
    await grow(1)
    const single = await countStatements(api.db, owner, query, { input })
    await grow(9)
    const ten = await countStatements(api.db, owner, query, { input })
    expect(ten.data.searchGraph).toHaveLength(50)
    expect(ten.statements).toBe(single.statements)
  })
})
