import { beforeAll, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { tenantMarker } from '../../../../platform/storage/search-vector.ts'
import { newEmail } from '../api.ts'
import { addBlock, addPerson, tenantOf } from '../block-content.ts'
import { api, content, idsOf, stage, TAG, useStagedBlocks } from './staged-blocks.ts'

useStagedBlocks()

/** Nine of ten blocks have a word; the others have another one. */
const isFrequent = (index: number) => index % 10 !== 9

let viewer: Tenant
let ids: string[]
let frequent: string[]
beforeAll(async () => {
  const seeds = Array.from({ length: 20 }, (_, index) => ({
    title: isFrequent(index) ? 'roof' : 'cellar',
    links: [{ tag: TAG }],
  }))
  ;({ viewer, ids } = await stage(seeds))
  frequent = ids.filter((_, index) => isFrequent(index))
  await sql`analyze blocks`.execute(api.db)
})

const TIMELINE = 'searchGraphTimeline(input: { searchString: "roof" }) { count }'
const ALL = `{
  searchGraph(input: { searchString: "roof", sort: [{ field: "dateCreated" }], size: 100 }) { _id }
  searchGraphCount(input: { searchString: "roof" })
  searchGraphTags(input: { searchString: "roof" }) { _id occurrenceCount }
  ${TIMELINE}
}`

/** The blocks that a person finds by the frequent word. Checks that lists, counts, tags and the time line agree. */
async function found({ email }: Tenant): Promise<string[]> {
  const { data, errors } = await api.execute(email, ALL)
  expect(errors).toBeUndefined()
  const list = idsOf(data.searchGraph)
  const tags = data.searchGraphTags as { _id: string; occurrenceCount: number }[]
  const entries = data.searchGraphTimeline as { count: number }[]
  expect(data.searchGraphCount).toBe(list.length)
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(list.length)
  expect(tags.find(({ _id }) => _id === TAG)?.occurrenceCount ?? 0).toBe(email === viewer.email ? list.length : 0)
  return list.toSorted()
}

test('counting starts from the links of the viewer, and a time line from the text index', async () => {
  const sent = async (query: string) => {
    const spy = jest.spyOn(pg.Client.prototype, 'query')
    await api.execute(viewer.email, query)
    const texts = spy.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? String(query))
    spy.mockRestore()
    return texts.filter((text) => text.includes('b.tsv @@'))
  }
  const matches = /with matches as materialized/
  expect(await sent('{ searchGraphCount(input: { searchString: "roof" }) }')).toEqual([
    expect.not.stringMatching(matches),
  ])
  expect(await sent('{ searchGraphCount(input: { searchString: "cellar roof" }) }')).toEqual([
    expect.stringMatching(matches),
  ])
  for (const text of await sent(`{ ${TIMELINE} }`)) expect(text).toMatch(matches)
})

test('finds what the viewer may see, whatever the markers say', async () => {
  const [guest, outsider] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  const tag = await addPerson(content, viewer, guest.email)
  const links = [{ tag: TAG }, { tag, shared: true }]
  const shared = await addBlock(content, viewer, 'note', { title: 'roof', links })
  const mark = (markers: readonly string[]) => sql`array_to_tsvector(${markers}::text[])`
  await sql`update blocks set tsv = tsv || ${mark([guest, outsider].map(({ tenantId }) => tenantMarker(tenantId)))}
    where tenant_id = ${viewer.tenantId}`.execute(api.db)
  expect(await found(viewer)).toEqual([...frequent, shared].toSorted())
  expect(await found(guest)).toEqual([shared])
  expect(await found(outsider)).toEqual([])

  const withdraw = (person: Tenant, id: string) =>
    sql`update sharing set shared = false where tenant_id = ${person.tenantId} and tag_id = ${person.tagId}
      and block_id = ${id}`.execute(api.db)
  await withdraw(guest, shared)
  expect(await found(guest)).toEqual([])
  await withdraw(viewer, frequent[0] as string)
  expect(await found(viewer)).toEqual([...frequent.slice(1), shared].toSorted())
})

test("another tenant's block with the id of a visible one is not found by its words", async () => {
  const other = await tenantOf(api, newEmail())
  const id = ids.find((_, index) => !isFrequent(index)) as string
  const before = await found(viewer)
  await addBlock(content, other, 'note', { id, title: 'roof' })
  await sql`update blocks set tsv = tsv || array_to_tsvector(array[${tenantMarker(viewer.tenantId)}::text])
    where tenant_id = ${other.tenantId} and block_id = ${id}`.execute(api.db)
  expect(await found(viewer)).toEqual(before)
  expect(await found(other)).toEqual([id])
})
