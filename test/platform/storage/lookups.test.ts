import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { type Mutation, runMutation } from '../../../platform/storage/graph/access/mutation.ts'
import { listOwnReactions } from '../../../platform/storage/graph/access/reactions.ts'
import { updateRecipients } from '../../../platform/storage/sharing.ts'
import { addBlock, addPerson, type Content } from '../graph/block-content.ts'
import { createTenant, NOW } from './fixtures.ts'
import { openTestStore, type TestStore } from './test-store.ts'

/** So many that their table is not read as a whole. */
const LINKS = 3_000
/** So few that the table of reactions could be read as a whole. */
const REACTIONS = 100
/** More links than a lookup reads. */
const FEW = 30

let store: TestStore
let content: Content
let owner: Tenant
let reader: Tenant
let blockId: string
beforeAll(async () => {
  store = await openTestStore()
  content = { db: store.db, now: NOW }
  owner = await createTenant(store.db, 'ada@acme.example')
  reader = await createTenant(store.db, 'ben@acme.example')
  await insertLinks(reader)
  await sql`analyze sharing, reactions`.execute(store.db)
})
beforeEach(async () => {
  const links = [{ tag: await addPerson(content, owner, reader.email), shared: true }]
  blockId = await addBlock(content, owner, 'note', { links })
})
afterAll(() => store.close())

/** Links of the reader to blocks of their own, and as many of others, each to another tag. */
async function insertLinks({ tenantId, tagId }: Tenant): Promise<void> {
  await sql`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach, block_type,
      archived, date_updated, date_associated, date_created)
    select link.tenant_id, gen_random_uuid(), link.tag_id, link.tenant_id, true, 2, 2, 'note', false, 0, 0, 0
    from (
      select ${tenantId}::uuid as tenant_id, ${tagId}::uuid as tag_id from generate_series(1, ${LINKS}::int)
      union all
      select gen_random_uuid(), gen_random_uuid() from generate_series(1, ${LINKS}::int)
    ) link`.execute(store.db)
}

/** The number of links, or of their entries in an index, that a mutation reads. */
async function countRead<Result>(mutation: Mutation, work: () => Promise<Result>): Promise<[Result, number]> {
  const { send } = mutation
  const read = () =>
    send(sql<{ count: number }>`
      select sum(pg_stat_get_xact_tuples_returned(r.oid))::int as count
      from (
        select 'sharing'::regclass::oid as oid union all
        select indexrelid from pg_index where indrelid = 'sharing'::regclass
      ) r`)
  const [before] = await read()
  const result = await work()
  const [after] = await read()
  return [result, (after?.count ?? 0) - (before?.count ?? 0)]
}

test('sharing a block does not read what else its recipient can see', async () => {
  const [{ added }, read] = await runMutation(store.db, owner, NOW, async (mutation) => {
    const { send } = mutation
    await send(sql`delete from sharing where block_id = ${blockId} and tenant_id = ${reader.tenantId}`)
    return countRead(mutation, () => updateRecipients(send, owner.tenantId, [blockId]))
  })
  expect(added).toMatchObject([{ tenant_id: reader.tenantId, block_id: blockId }])
  expect(read).toBeLessThan(FEW)
})

test('reacting to a block does not read the reactions to others', async () => {
  await sql`
    insert into reactions (tenant_id, block_id, shortcode, actor_id, tag_id, date_created)
    select tenant_id, block_id, 'tada', tenant_id, tag_id, 0 from (
      select * from sharing where tenant_id = ${reader.tenantId} limit ${REACTIONS}
    ) s
    union all
    select ${owner.tenantId}, ${blockId}, 'eyes', ${reader.tenantId}, ${reader.tagId}, 0`.execute(store.db)
  const [shortcodes, read] = await runMutation(store.db, reader, NOW, (mutation) =>
    countRead(mutation, () => listOwnReactions(mutation, blockId)),
  )
  expect(shortcodes).toEqual(['eyes'])
  expect(read).toBeLessThan(FEW)
})
