import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { findBlocksOfViewers } from '../../../../platform/storage/graph/access/blocks-of-viewers.ts'
import { findBlock } from '../../../../platform/storage/graph/access/visibility.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, tenantOf } from '../block-content.ts'

let api: Api
let viewers: Tenant[]
const blockIds: string[] = [randomUUID()]

beforeAll(async () => {
  api = await startApi()
  const content = { db: api.db, now: 1_700_000_000_000 }
  viewers = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  for (const owner of viewers) {
    const topic = await addTag(content, owner)
    for (const guest of viewers) {
      const tag = await addPerson(content, owner, guest.email)
      blockIds.push(await addBlock(content, owner, 'note', { links: [{ tag, shared: true }, { tag: topic }] }))
      blockIds.push(await addBlock(content, owner, 'note', { archived: true, links: [{ tag }] }))
    }
  }
})
afterAll(() => api.stop())

test('finds for each viewer the block that the viewer would find alone, and its tags', async () => {
  const pair = fc.record({ viewer: fc.nat(2), block: fc.nat(18) })
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { maxLength: 12 }), async (chosen) => {
      const pairs = chosen.map(({ viewer, block }) => ({
        viewer: viewers[viewer] as Tenant,
        blockId: blockIds[block] as string,
      }))
      const found = await findBlocksOfViewers(api.db, pairs)
      expect(found.map((linked) => linked?.block)).toEqual(
        await Promise.all(pairs.map(({ viewer, blockId }) => findBlock(api.db, viewer, blockId))),
      )
      for (const [index, { viewer, blockId }] of pairs.entries()) {
        const tagIds = await linkedTags(viewer, blockId)
        if (found[index]) expect([...found[index].tagIds].sort()).toEqual(tagIds)
      }
    }),
    { numRuns: 30 },
  )
})

async function linkedTags({ tenantId }: Tenant, blockId: string): Promise<string[]> {
  const links = await api.db
    .selectFrom('sharing')
    .select('tag_id')
    .where('tenant_id', '=', tenantId)
    .where('block_id', '=', blockId)
    .execute()
  return links.map(({ tag_id }) => tag_id).sort()
}
