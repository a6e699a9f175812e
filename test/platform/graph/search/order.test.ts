import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import type { BlockType } from '../../../../platform/storage/postgres/tables/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addTag, type BlockSeed, type Content, tenantOf } from '../block-content.ts'

const DAY = 86_400_000

const NOW = 1_700_000_000_000

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
})
afterAll(() => api.stop())

const SEARCH = `query Search($input: GraphSearchInput) {
  searchGraph(input: $input) { __typename _id title }
  searchGraphCount(input: $input)
}`

const TAG = randomUUID()

/** A filter, a block that matches it, and one that does not. */
interface Case {
  name: string
  input: object
  found: BlockSeed & { type?: BlockType }
  missed: BlockSeed & { type?: BlockType }
}

/** Creates a tenant with blocks in this order, each changed a day after the next one. */
async function stage(seeds: readonly Case['found'][]): Promise<{ viewer: Tenant; ids: string[] }> {
  const viewer = await tenantOf(api, newEmail())
  if (seeds.some(({ links }) => links)) await addTag(content, viewer, { id: TAG })
  const ids: string[] = []
  for (const [index, { type = 'note', ...seed }] of seeds.entries()) {
    ids.push(await addBlock(content, viewer, type, { date_updated: NOW - index * DAY, ...seed }))
  }
  return { viewer, ids }
}

async function searched({ email }: Tenant, input: object): Promise<{ ids: string[]; count: unknown }> {
  const { data, errors } = await api.execute(email, SEARCH, { input })
  expect(errors).toBeUndefined()
  return { ids: idsOf(data.searchGraph), count: data.searchGraphCount }
}

function idsOf(list: unknown): string[] {
  return (list as { _id: string }[]).map(({ _id }) => _id)
}

describe('order', () => {
  const due = (days: number) => NOW + days * DAY

  test('smart orders by due date, then blocks without one, completed ones last', async () => {
    const { viewer, ids } = await stage([
      { type: 'task', status: 'completed', date_due: due(-9) },
      { type: 'task' },
      { type: 'task', status: 'in_progress', date_due: due(3) },
      { type: 'task', date_due: due(-1) },
      { type: 'task' },
    ])
    const { ids: found } = await searched(viewer, { _ids: ids, smart: true })
    expect(found).toEqual([3, 2, 1, 4, 0].map((index) => ids[index]))
  })

  test.each([
    ['title', 'ASC', [1, 0, 2]],
    ['title', 'DESC', [2, 0, 1]],
    ['dateDue', 'ASC', [2, 0, 1]],
    ['dateDue', 'DESC', [0, 2, 1]],
    ['status', undefined, [0, 2, 1]],
    ['dateCreated', 'desc', [2, 1, 0]],
    ['dateStart', undefined, [1, 0, 2]],
    ['dateUpdated', undefined, [2, 1, 0]],
    ['dateUpdated', 'DESC', [0, 1, 2]],
    ['dateAssociated', 'ASC', [1, 2, 0]],
  ])('by %s %s', async (field, order, expected) => {
    const { viewer, ids } = await stage([
      { type: 'task', title: 'b', date_due: due(2), date_created: NOW, date_associated: due(3) },
      {
        type: 'task',
        title: 'A',
        status: 'completed',
        date_created: NOW + 1,
        date_start: NOW,
        date_associated: due(1),
      },
      {
        type: 'task',
        title: 'C',
        status: 'in_progress',
        date_due: due(1),
        date_created: NOW + 2,
        date_associated: due(2),
      },
    ])
    const sort = [{ field, ...omitUndefined({ order: order || undefined }) }]
    expect((await searched(viewer, { _ids: ids, sort, smart: true })).ids).toEqual(expected.map((index) => ids[index]))
  })

  test('further sort keys break ties', async () => {
    const { viewer, ids } = await stage([{ title: 'a' }, { title: 'b', snoozed: true }, { title: 'a' }])
    const sort = [{ field: 'title' }, { field: 'dateUpdated', order: 'ASC' }]
    expect((await searched(viewer, { _ids: ids, sort })).ids).toEqual([ids[2], ids[0], ids[1]])
  })

  test('pages are parts of the list, and a page without a size is ignored', async () => {
    const { viewer, ids } = await stage([{}, {}, {}])
    const input = { _ids: ids, size: 2, page: 1 }
    expect(await searched(viewer, input)).toEqual({ ids: [ids[2]], count: 3 })
    expect((await searched(viewer, { ...input, page: 0 })).ids).toEqual(ids.slice(0, 2))
    expect((await searched(viewer, { _ids: ids, page: 1 })).ids).toEqual(ids)
    expect((await searched(viewer, { _ids: ids, size: 0 })).ids).toEqual([])
  })
})
