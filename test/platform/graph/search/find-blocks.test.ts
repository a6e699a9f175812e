import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import type { BlockType } from '../../../../platform/storage/postgres/tables/index.ts'
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

const ONE = randomUUID()

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

function idsOf(list: unknown): string[] {
  return (list as { _id: string }[]).map(({ _id }) => _id)
}

describe('blocks', () => {
  const BLOCKS = 'query Q($input: FindBlocksInput) { blocks(input: $input) { _id } }'

  test('are returned in the order of their ids, each once', async () => {
    const { viewer, ids } = await stage([{}, {}, {}, { archived: true }])
    const [a, b, c] = ids as [string, string, string]
    const requested = async (input: object) => idsOf((await api.execute(viewer.email, BLOCKS, { input })).data.blocks)
    expect(await requested({ _ids: [b, randomUUID(), c, b, a, 'x', ids[3]] })).toEqual([b, c, a])
    expect(await requested({ _ids: [b, c, a], size: 1, page: 1 })).toEqual([c])
    expect(await requested({ _ids: ids, archived: true })).toEqual(ids)
  })

  test('are found by their parent and their origin', async () => {
    const { viewer, ids } = await stage([{ parent_id: ONE }, { type: 'task', parent_id: ONE }, { origin_tag_id: TAG }])
    const requested = async (input: object) => idsOf((await api.execute(viewer.email, BLOCKS, { input })).data.blocks)
    expect(await requested({ parentReferenceBlock: { id: ONE } })).toEqual(ids.slice(0, 2))
    expect(await requested({ parentReferenceBlock: { id: ONE }, blockType: 'TASK' })).toEqual([ids[1]])
    expect(await requested({ originReferenceTagId: TAG })).toEqual([ids[2]])
    const wrong = await api.execute(viewer.email, BLOCKS, { input: { blockType: 'memo' } })
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'input.blockType' })
  })
})
