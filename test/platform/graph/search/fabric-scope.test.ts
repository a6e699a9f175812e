import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addTag, type Content, tenantOf } from '../block-content.ts'
import { NOON } from './fixtures.ts'

let api: Api
let content: Content
let ada: Tenant
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOON }
})
afterAll(() => api.stop())

const QUERY = `query Q($input: BlockFabricInput!) {
  blockFabric(input: $input) { truncated blocks { _id } links { sourceId targetId } tags { _id } }
}`
interface Fabric {
  blocks: { _id: string }[]
  links: { sourceId: string; targetId: string }[]
  tags: { _id: string }[]
}
const weave = async (root: string) =>
  (await api.execute(ada.email, QUERY, { input: { _id: root } })).data.blockFabric as Fabric
const idsOf = ({ blocks }: Fabric) => blocks.map(({ _id }) => _id).toSorted()

test("the own company's tag, which is on everything, does not make everything related", async () => {
  ada = await tenantOf(api, newEmail())
  const company = await addTag(content, ada, { alias: 'Us', tag_sub_type: 'organization' })
  const customer = await addTag(content, ada, { alias: 'Customer', tag_sub_type: 'organization' })
  const meetings: string[] = []
  for (let index = 0; index < 120; index += 1) {
    const links = [{ tag: company }, ...(index < 5 ? [{ tag: customer }] : [])]
    meetings.push(await addBlock(content, ada, 'event', { title: `Meeting ${index}`, links }))
  }
  const fabric = await weave(meetings[0] as string)
  expect(idsOf(fabric)).toEqual(meetings.slice(0, 5).toSorted())
  // It is still shown as a tag of these blocks.
  expect(fabric.tags.map(({ _id }) => _id).toSorted()).toEqual([company, customer].toSorted())
  expect(idsOf(await weave(meetings[9] as string))).toEqual([meetings[9]])
})

test('in a small graph every tag is followed', async () => {
  ada = await tenantOf(api, newEmail())
  const tag = await addTag(content, ada, { alias: 'Topic' })
  const blocks: string[] = []
  for (let index = 0; index < 20; index += 1) blocks.push(await addBlock(content, ada, 'note', { links: [{ tag }] }))
  expect(idsOf(await weave(blocks[0] as string))).toEqual(blocks.toSorted())
})

test('a link leads from the block that holds the reference to the one that it names', async () => {
  ada = await tenantOf(api, newEmail())
  const add = (type: 'note' | 'task' | 'agent' | 'email', id: string, seed: object = {}) =>
    addBlock(content, ada, type, { id, ...seed })
  // The order of the ids does not decide the direction.
  const [parent = '', child = '', origin = '', result = '', agent = ''] = ['8', '1', '9', '2', '3'].map(
    (digit) => `${digit}${randomUUID().slice(1)}`,
  )
  await add('note', parent)
  await add('note', origin)
  await add('task', child, { parent_id: parent, parent_type: 'note', origin_id: origin, origin_type: 'note' })
  await add('note', result, { origin_id: origin, origin_type: 'note' })
  await add('agent', agent)
  await api.db
    .insertInto('block_links')
    .values({ tenant_id: ada.tenantId, source_id: agent, target_id: child, kind: 'watches', date_created: NOON })
    .execute()
  const [first = '', second = ''] = [`f${randomUUID().slice(1)}`, `0${randomUUID().slice(1)}`]
  await add('email', first, { thread_id: 'conversation', date_associated: NOON - 1, parent_id: parent })
  await add('email', second, { thread_id: 'conversation' })
  const { links } = await weave(parent)
  const expected = [
    [child, parent],
    [child, origin],
    [result, origin],
    [agent, child],
    [first, parent],
    [second, first],
  ]
  expect(links.map(({ sourceId, targetId }) => [sourceId, targetId]).toSorted()).toEqual(expected.toSorted())
})
