import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { SyncName } from '../../../../platform/model/sync.ts'
import type { SyncItems } from '../../../../platform/model/sync-store.ts'
import type { ExternalObjectWithUrl } from '../../../../src/contract/index.ts'
import { claimSync, createFixture, DAY_MS, email, NOW, type SyncFixture, table, toCommit } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
let scene: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  scene = await createFixture(server.db)
})
afterAll(() => server.close())

const NONE = { created: 0, updated: 0, unchanged: 0, skipped: 0, failedCount: 0 }
const CONTACT = { metadataType: 'Contact', tagType: 'person' }

/** Keeps one page in a run of its own. */
async function keep(page: SyncItems) {
  const { fence, state } = await claimSync(scene, page.sync as SyncName)
  const counters = await scene.store.commitPage(fence, toCommit(page), NOW)
  await scene.store.finishRun(fence, { state: 'ok', next: state }, NOW)
  return counters
}

const blockOf = (key: string) =>
  server.db
    .selectFrom('blocks')
    .selectAll()
    .where('tenant_id', '=', scene.tenant.tenantId)
    .where('external_key', '=', key)
    .executeTakeFirstOrThrow()

const tagOf = (email: string) =>
  server.db
    .selectFrom('tags')
    .selectAll()
    .where('tenant_id', '=', scene.tenant.tenantId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

async function tagsOn(key: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ email: string | null }>`
    select t.email from blocks b join sharing s using (tenant_id, block_id) join tags t using (tenant_id, tag_id)
    where b.tenant_id = ${scene.tenant.tenantId} and b.external_key = ${key} and not s.shared order by 1`.execute(
    server.db,
  )
  return rows.map(({ email }) => email)
}

const answer = (object: Partial<ExternalObjectWithUrl>): ExternalObjectWithUrl => ({
  ...CONTACT,
  ...{ externalId: '003', url: 'https://crm.example/003' },
  ...object,
})

describe('tables', () => {
  test('are written by the metadata sync, and rows by their table’s id and their own', async () => {
    expect(await keep({ sync: 'metadata', items: [table('Contact', {}, 'Contacts')] })).toEqual({ ...NONE, created: 1 })
    const rows = { '003': { Name: 'Grace', Phone: '1' }, '004': { Phone: '2' } }
    expect(await keep({ sync: 'table', items: [table('Contact', rows, 'other')] })).toEqual({
      ...NONE,
      ...{ unchanged: 1, created: 2 },
    })
    const contacts = await blockOf('acme.Contact')
    expect(contacts).toMatchObject({ title: 'Contacts', block_type: 'table' })
    expect(await blockOf('acme.Contact.003')).toMatchObject({
      ...{ title: 'Grace', external_id: '003', parent_id: contacts.block_id, block_type: 'record' },
      detail: {
        metadataType: 'Contact',
        values: [
          { name: 'Name', value: 'Grace' },
          { name: 'Phone', value: '1' },
        ],
      },
    })
    expect((await blockOf('acme.Contact.004')).title).toBe('2')
    expect(await keep({ sync: 'metadata', items: [table('Contact', {}, 'People')] })).toEqual({ ...NONE, updated: 1 })
  })

  test('of two types may have rows of one id', async () => {
    const items = [table('Contact', { '1': { Name: 'a' } }), table('Account', { '1': { Name: 'b' } })]
    expect(await keep({ sync: 'table', items })).toEqual({ ...NONE, created: 4 })
    expect(await keep({ sync: 'table', items })).toEqual({ ...NONE, unchanged: 4 })
  })

  test('fail rows without an id', async () => {
    const rows = { ...table('Contact'), records: [{ values: [{ name: 'Name', value: 'new' }] }] }
    expect(await keep({ sync: 'table', items: [rows] })).toEqual({ ...NONE, created: 1, failedCount: 1 })
  })

  test('are asked for again with their rows, in turns', async () => {
    const rows = Object.fromEntries(['1', '2', '3'].map((id) => [id, { Name: id }]))
    await keep({ sync: 'table', items: [table('Contact', rows), table('Account')] })
    const turns = await Promise.all([0, 1, 2, 3].map((turn) => scene.store.loadTables(scene.connection, 2, turn)))
    const contacts = turns.map((tables) => tables[1]?.externalIds)
    expect(contacts).toEqual([['1', '2'], ['3'], ['2', '3'], ['1', '2']])
    expect(turns[0]?.[0]).toMatchObject({ tableMetadata: { metadataType: 'Account' }, externalIds: [] })
  })
})

describe('identities', () => {
  beforeEach(async () => {
    await keep({ sync: 'email', items: [email('1')] })
  })

  test('are asked for once a day for each tag, newest first, never asked before the others', async () => {
    const ask = (limit: number, now: number) => scene.store.loadIdentifierSlots(scene.connection, [CONTACT], limit, now)
    const all = await ask(10, NOW)
    expect(all).toHaveLength(3)
    expect(all).toContainEqual({
      ...{ metadataType: 'Contact', tagType: 'person', name: 'Grace', email: 'grace@navy.example' },
      sourceTagId: (await tagOf('grace@navy.example')).tag_id,
    })
    expect(await ask(10, NOW + DAY_MS - 1)).toEqual([])
    expect(await ask(2, NOW + DAY_MS)).toHaveLength(2)
    expect(await ask(10, NOW + DAY_MS)).toHaveLength(1)
  })

  test('are asked of organizations by their domain', async () => {
    const account = { metadataType: 'Account', tagType: 'topic', tagSubType: 'organization' }
    const slots = await scene.store.loadIdentifierSlots(scene.connection, [account], 10, NOW)
    expect(slots.map(({ emailDomain }) => emailDomain).sort()).toEqual(['acme.example', 'navy.example'])
  })

  test('become links of their tags: created, unchanged, updated, and strangers fail', async () => {
    const { tag_id: sourceTagId } = await tagOf('grace@navy.example')
    const page = (...items: ExternalObjectWithUrl[]) => keep({ sync: 'identifier', items })
    expect(await page(answer({ sourceTagId }))).toEqual({ ...NONE, created: 1 })
    expect(await page(answer({ email: 'Grace@navy.example' }))).toEqual({ ...NONE, unchanged: 1 })
    expect(await page(answer({ sourceTagId, url: 'https://new.example' }))).toEqual({ ...NONE, updated: 1 })
    expect(
      await page(answer({ sourceTagId: 'no id' }), answer({}), answer({ sourceTagId, externalId: 'x'.repeat(3_000) })),
    ).toEqual({ ...NONE, failedCount: 3 })
    const links = await server.db
      .selectFrom('external_id_links')
      .select(['tag_id', 'external_id', 'url'])
      .where('tenant_id', '=', scene.tenant.tenantId)
      .execute()
    expect(links).toEqual([{ tag_id: sourceTagId, external_id: '003', url: 'https://new.example' }])
  })

  test('of another tenant’s tag are refused', async () => {
    const stranger = await createFixture(server.db)
    const items = [answer({ sourceTagId: stranger.tenant.tagId })]
    expect(await keep({ sync: 'identifier', items })).toEqual({ ...NONE, failedCount: 1 })
  })

  test('tie rows to tags, whichever comes first', async () => {
    const { tag_id: sourceTagId } = await tagOf('grace@navy.example')
    await keep({
      sync: 'table',
      items: [table('Contact', { '003': { Name: 'Grace' } }), table('Lead', { '003': { Name: 'no' } })],
    })
    await keep({ sync: 'identifier', items: [answer({ sourceTagId }), answer({ sourceTagId, externalId: '004' })] })
    await keep({ sync: 'table', items: [table('Contact', { '004': { Name: 'Grace again' } })] })
    expect(await tagsOn('acme.Contact.003')).toEqual(['grace@navy.example'])
    expect(await tagsOn('acme.Contact.004')).toEqual(['grace@navy.example'])
    expect(await tagsOn('acme.Lead.003')).toEqual([])
  })
})

describe('insight', () => {
  const deals = (rows: Record<string, Record<string, string>>): SyncItems => ({
    sync: 'insight',
    items: [{ blockType: 'table', tables: [table('Deal', rows)] }],
  })

  beforeEach(async () => {
    await keep({ sync: 'email', items: [email('1')] })
    const { tag_id: sourceTagId } = await tagOf('grace@navy.example')
    await keep({ sync: 'identifier', items: [answer({ sourceTagId })] })
  })

  test('is asked for tags that the provider knows', async () => {
    const unknown = { metadataType: 'Account', tagType: 'topic' }
    const asked = await scene.store.loadInsightTags(scene.connection, [unknown, CONTACT], 10, 0)
    expect(asked).toEqual([
      {
        kind: CONTACT,
        tags: [expect.objectContaining({ externalId: '003', email: 'grace@navy.example', metadataType: 'Contact' })],
      },
    ])
  })

  test('lands on its tags, as rows and as signals that follow the rows', async () => {
    const page = deals({
      '006': { tagExternalId: '003', Name: 'Renewal', Amount: '1200.50' },
      '007': { Name: 'of nobody' },
    })
    expect(await keep(page)).toEqual({ ...NONE, created: 3 })
    expect(await keep(page)).toEqual({ ...NONE, unchanged: 3 })
    expect(await tagsOn('insight.acme.Deal.006')).toEqual(['grace@navy.example'])
    const signals = async () =>
      server.db
        .selectFrom('signals')
        .select(['field_name', 'label', 'value', 'value_number', 'tag_id'])
        .where('tenant_id', '=', scene.tenant.tenantId)
        .orderBy('field_name')
        .execute()
    const { tag_id } = await tagOf('grace@navy.example')
    expect(await signals()).toEqual([
      { tag_id, field_name: 'Amount', label: 'Amount', value: '1200.50', value_number: 1200.5 },
      { tag_id, field_name: 'Name', label: 'The name', value: 'Renewal', value_number: null },
    ])
    expect(await keep(deals({ '006': { tagExternalId: '003', Name: 'Renewal', Amount: 'none' } }))).toEqual({
      ...NONE,
      unchanged: 1,
      updated: 1,
    })
    expect((await signals())[0]).toMatchObject({ value: 'none', value_number: null })
  })

  test('does not disturb the table of the same objects', async () => {
    await keep({ sync: 'table', items: [table('Deal', { '006': { Name: 'Renewal', Stage: 'won' } })] })
    await keep(deals({ '006': { tagExternalId: '003', Name: 'Renewal' } }))
    const again = await keep({ sync: 'table', items: [table('Deal', { '006': { Name: 'Renewal', Stage: 'won' } })] })
    expect(again).toEqual({ ...NONE, unchanged: 2 })
    expect(await scene.store.loadTables(scene.connection, 10, 0)).toHaveLength(1)
  })
})
