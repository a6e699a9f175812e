import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { execute, parse } from 'graphql'
import type { GraphContext } from '../../../../platform/graph/context.ts'
import { schema } from '../../../../platform/graph/schema.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addTag, type Content, tenantOf } from '../block-content.ts'

let api: Api
let content: Content
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: Date.now() }
})
afterAll(() => api.stop())

/** Counts the statements of an operation. */
async function statementsOf(viewer: Tenant, query: string): Promise<number> {
  let statements = 0
  const db = api.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const context = { db, viewer, now: () => content.now, timeZone: 'UTC', warnings: [] } as unknown as GraphContext
  const { errors } = await execute({ schema, document: parse(query), contextValue: context })
  expect(errors).toBeUndefined()
  return statements
}

async function fill(tagCount: number): Promise<Tenant> {
  const me = await tenantOf(api, newEmail())
  const rows = { tenant_id: me.tenantId, date_created: 0 }
  for (let index = 0; index < tagCount; index += 1) {
    const tag_id = await addTag(content, me, { alias: `tag ${index}`, date_used: 1 })
    const folder = { ...rows, folder_id: tag_id, name: `folder ${index}`, date_updated: 0 }
    await api.db.insertInto('folders').values(folder).execute()
    await api.db
      .insertInto('folder_tags')
      .values({ ...rows, folder_id: tag_id, tag_id })
      .execute()
    await addBlock(content, me, 'website', { links: [{ tag: tag_id }], uri: 'https://a.example' })
  }
  return me
}

const SECTIONS =
  '_id taskCount dateLastContact organization { _id } businessObjects { url } externalIdLinks { externalId }'
const QUERIES = {
  searchTags: `{ searchTags(input: { searchString: "tag", orderByTaskCount: "asc" }) { ${SECTIONS} } }`,
  recentTags: `{ recentTags { ${SECTIONS} } }`,
  searchTagsByField: `{ searchTagsByField(input: { fields: [{ provider: "crm", fieldName: "x" }, { fieldName: "alias" }] }) {
    totalCount tags { tag { ${SECTIONS} } fieldValues { value } } } }`,
  folders: `{ folders { tagIds tagCount creator { name } tags { ${SECTIONS} } more: tags(size: 1, page: 1) { _id } } }`,
}

test.each(Object.entries(QUERIES))('%s takes the same number of statements for ten as for two', async (_, query) => {
  const [few, many] = [await statementsOf(await fill(2), query), await statementsOf(await fill(10), query)]
  expect(many).toBe(few)
  expect(few).toBeLessThanOrEqual(10)
})

test('tagNews takes the same number of statements for ten as for two', async () => {
  const ask = async (tagCount: number) => {
    const me = await fill(tagCount)
    const tags = await api.db.selectFrom('tags').select('tag_id').where('tenant_id', '=', me.tenantId).execute()
    const ids = tags.map(({ tag_id }) => JSON.stringify(tag_id)).join()
    return statementsOf(me, `{ tagNews(input: { _ids: [${ids}] }) { news { snippets { url } } } }`)
  }
  expect(await ask(10)).toBe(await ask(2))
})

test('opening a tag again within a minute only reads', async () => {
  const me = await fill(1)
  const { tag_id } = await api.db
    .selectFrom('tags')
    .select('tag_id')
    .where('tenant_id', '=', me.tenantId)
    .where('alias', '=', 'tag 0')
    .executeTakeFirstOrThrow()
  const query = `{ tag(input: { _id: "${tag_id}" }) { _id } }`
  expect([await statementsOf(me, query), await statementsOf(me, query)]).toEqual([2, 1])
})
