import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { ConnectionKey, SyncName } from '../../../../platform/model/sync.ts'
import type { PageCommit, SyncItems } from '../../../../platform/model/sync-store.ts'
import {
  completeRegistration,
  disconnect,
  startConnection,
} from '../../../../platform/storage/connections/lifecycle.ts'
import type { ExternalObjectWithUrl } from '../../../../src/contract/index.ts'
import {
  CONNECTION_DEPS,
  CREDENTIAL,
  claimSync,
  createFixture,
  DAY_MS,
  email,
  NEW_CONNECTION,
  NOW,
  type SyncFixture,
  table,
  toCommit,
} from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import { findTag, NO_COUNTS } from './page-runs.ts'

let server: TestStore
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

const HOUR_MS = 3_600_000
const CONTACT = { metadataType: 'Contact', tagType: 'person' }

/** Commits one page in a run of its own. */
async function commitPage(page: SyncItems, commit: Partial<PageCommit> = {}) {
  const { fence, state } = await claimSync(fixture, page.sync as SyncName)
  const counters = await fixture.store.commitPage(fence, toCommit(page, commit), NOW)
  await fixture.store.finishRun(fence, { state: 'ok', next: state }, NOW)
  return counters
}

const findBlock = (key: string) =>
  server.db
    .selectFrom('blocks')
    .selectAll()
    .where('tenant_id', '=', fixture.tenant.tenantId)
    .where('external_key', '=', key)
    .executeTakeFirstOrThrow()

async function findLinkedEmails(key: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ email: string | null }>`
    select t.email from blocks b join sharing s using (tenant_id, block_id) join tags t using (tenant_id, tag_id)
    where b.tenant_id = ${fixture.tenant.tenantId} and b.external_key = ${key} and not s.shared order by 1`.execute(
    server.db,
  )
  return rows.map(({ email }) => email)
}

const identifier = (object: Partial<ExternalObjectWithUrl>): ExternalObjectWithUrl => ({
  ...CONTACT,
  externalId: '003',
  url: 'https://crm.example/003',
  ...object,
})

describe('tables', () => {
  test('are written by the metadata sync, and records are identified by table and id', async () => {
    expect(await commitPage({ sync: 'metadata', items: [table('Contact', {}, 'Contacts')] })).toEqual({
      ...NO_COUNTS,
      created: 1,
    })
    const rows = { '003': { Name: 'Grace', Phone: '1' }, '004': { Phone: '2' } }
    expect(await commitPage({ sync: 'table', items: [table('Contact', rows, 'other')] })).toEqual({
      ...NO_COUNTS,
      unchanged: 1,
      created: 2,
    })
    const contacts = await findBlock('acme.Contact')
    expect(contacts).toMatchObject({ title: 'Contacts', block_type: 'table' })
    expect(await findBlock('acme.Contact.003')).toMatchObject({
      title: 'Grace',
      external_id: '003',
      parent_id: contacts.block_id,
      block_type: 'record',
      detail: {
        metadataType: 'Contact',
        values: [
          { name: 'Name', value: 'Grace' },
          { name: 'Phone', value: '1' },
        ],
      },
    })
    expect((await findBlock('acme.Contact.004')).title).toBe('2')
    expect(await commitPage({ sync: 'metadata', items: [table('Contact', {}, 'People')] })).toEqual({
      ...NO_COUNTS,
      updated: 1,
    })
  })

  test('of different types may have records with the same id', async () => {
    const items = [table('Contact', { '1': { Name: 'a' } }), table('Account', { '1': { Name: 'b' } })]
    expect(await commitPage({ sync: 'table', items })).toEqual({ ...NO_COUNTS, created: 4 })
    expect(await commitPage({ sync: 'table', items })).toEqual({ ...NO_COUNTS, unchanged: 4 })
  })

  test('fail records without an id', async () => {
    const rows = { ...table('Contact'), records: [{ values: [{ name: 'Name', value: 'new' }] }] }
    expect(await commitPage({ sync: 'table', items: [rows] })).toEqual({ ...NO_COUNTS, created: 1, failedCount: 1 })
  })

  test('go on with a new connection to the account when the former one is not used any more', async () => {
    await commitPage({ sync: 'table', items: [table('Contact', { '1': { Name: 'a' } })] })
    const connect = async (credential: object) => {
      const { connectionId } = await startConnection(server.db, fixture.tenant.tenantId, NEW_CONNECTION, NOW)
      await completeRegistration(
        server.db,
        CONNECTION_DEPS,
        { connectionId, credential: { ...CREDENTIAL, ...credential } },
        NOW,
      )
      return { tenantId: fixture.tenant.tenantId, connectionId }
    }
    const account = { email: fixture.tenant.email }
    const idsOf = async (connection: ConnectionKey) => {
      return (await fixture.store.loadTables(connection, 9, 0)).flatMap(({ externalIds }) => externalIds)
    }
    expect(await idsOf(await connect(account))).toEqual([])
    await disconnect(server.db, fixture.connection, NOW)
    expect(await idsOf(await connect({ email: 'another@acme.example' }))).toEqual([])
    const next = await connect({ email: account.email.toUpperCase() })
    expect([await idsOf(next), await idsOf(fixture.connection)]).toEqual([['1'], []])
  })

  test('are loaded with the next record ids at each turn', async () => {
    const rows = Object.fromEntries(['1', '2', '3'].map((id) => [id, { Name: id }]))
    await commitPage({ sync: 'table', items: [table('Contact', rows), table('Account')] })
    const turns = await Promise.all([0, 1, 2, 3].map((turn) => fixture.store.loadTables(fixture.connection, 2, turn)))
    const contacts = turns.map((tables) => tables[1]?.externalIds)
    expect(contacts).toEqual([['1', '2'], ['3'], ['1', '2'], ['3']])
    expect(turns[0]?.[0]).toMatchObject({ tableMetadata: { metadataType: 'Account' }, externalIds: [] })
  })
})

describe('identifiers', () => {
  beforeEach(async () => {
    await commitPage({ sync: 'email', items: [email('1')] })
  })

  test('are looked up once a day per tag: first those never looked up, newest first', async () => {
    const loadSlots = (limit: number, now: number) =>
      fixture.store.loadIdentifierSlots(fixture.connection, [CONTACT], limit, now)
    const all = await loadSlots(10, NOW)
    expect(all).toHaveLength(3)
    expect(all).toContainEqual({
      metadataType: 'Contact',
      tagType: 'person',
      name: 'Grace',
      email: 'grace@navy.example',
      sourceTagId: (await findTag(fixture, 'grace@navy.example')).tag_id,
    })
    await commitPage({ sync: 'identifier', items: [] })
    expect(await loadSlots(10, NOW + DAY_MS - 1)).toEqual([])
    expect(await loadSlots(2, NOW + DAY_MS)).toHaveLength(2)
    expect(await loadSlots(10, NOW + DAY_MS)).toHaveLength(1)
  })

  test('that had no response are looked up again after an hour, and count as unknown to nobody', async () => {
    const loadSlots = (limit: number, now: number) =>
      fixture.store.loadIdentifierSlots(fixture.connection, [CONTACT], limit, now)
    const hasResponse = async () => {
      const { tenantId } = fixture.tenant
      const lookups = server.db.selectFrom('identifier_asks').select('date_responded').where('tenant_id', '=', tenantId)
      const rows = await lookups.execute()
      return rows.map(({ date_responded }) => date_responded !== null).sort()
    }
    expect(await loadSlots(2, NOW)).toHaveLength(2)
    expect(await loadSlots(10, NOW + HOUR_MS - 1)).toHaveLength(1)
    expect(await loadSlots(10, NOW + HOUR_MS)).toHaveLength(2)
    await commitPage({ sync: 'identifier', items: [] }, { warnings: ['a look-up failed'] })
    expect(await hasResponse()).toEqual([false, false, false])
    await commitPage({ sync: 'identifier', items: [] })
    // Those of the latest request.
    expect(await hasResponse()).toEqual([false, true, true])
    expect(await loadSlots(10, NOW + 2 * HOUR_MS)).toHaveLength(1)
  })

  test('are looked up by domain for organizations', async () => {
    const account = { metadataType: 'Account', tagType: 'topic', tagSubType: 'organization' }
    const slots = await fixture.store.loadIdentifierSlots(fixture.connection, [account], 10, NOW)
    expect(slots.map(({ emailDomain }) => emailDomain).sort()).toEqual(['acme.example', 'navy.example'])
  })

  test('become external id links of their tags: created, unchanged, updated; unmatched ones fail', async () => {
    const { tag_id: sourceTagId } = await findTag(fixture, 'grace@navy.example')
    const page = (...items: ExternalObjectWithUrl[]) => commitPage({ sync: 'identifier', items })
    expect(await page(identifier({ sourceTagId }))).toEqual({ ...NO_COUNTS, created: 1 })
    expect(await page(identifier({ email: 'Grace@navy.example' }))).toEqual({ ...NO_COUNTS, unchanged: 1 })
    expect(await page(identifier({ sourceTagId, url: 'https://new.example' }))).toEqual({ ...NO_COUNTS, updated: 1 })
    expect(
      await page(
        identifier({ sourceTagId: 'no id' }),
        identifier({}),
        identifier({ sourceTagId, externalId: 'x'.repeat(3_000) }),
      ),
    ).toEqual({ ...NO_COUNTS, failedCount: 3 })
    const links = await server.db
      .selectFrom('external_id_links')
      .select(['tag_id', 'external_id', 'url'])
      .where('tenant_id', '=', fixture.tenant.tenantId)
      .execute()
    expect(links).toEqual([{ tag_id: sourceTagId, external_id: '003', url: 'https://new.example' }])
  })

  test('of a tag of another tenant are refused', async () => {
    const otherTenant = await createFixture(server.db)
    const items = [identifier({ sourceTagId: otherTenant.tenant.tagId })]
    expect(await commitPage({ sync: 'identifier', items })).toEqual({ ...NO_COUNTS, failedCount: 1 })
  })

  test('link records to tags, whichever is synced first', async () => {
    const { tag_id: sourceTagId } = await findTag(fixture, 'grace@navy.example')
    await commitPage({
      sync: 'table',
      items: [table('Contact', { '003': { Name: 'Grace' } }), table('Lead', { '003': { Name: 'no' } })],
    })
    await commitPage({
      sync: 'identifier',
      items: [identifier({ sourceTagId }), identifier({ sourceTagId, externalId: '004' })],
    })
    await commitPage({ sync: 'table', items: [table('Contact', { '004': { Name: 'Grace again' } })] })
    expect(await findLinkedEmails('acme.Contact.003')).toEqual(['grace@navy.example'])
    expect(await findLinkedEmails('acme.Contact.004')).toEqual(['grace@navy.example'])
    expect(await findLinkedEmails('acme.Lead.003')).toEqual([])
  })
})

describe('insight', () => {
  const deals = (rows: Record<string, Record<string, string>>): SyncItems => ({
    sync: 'insight',
    items: [{ blockType: 'table', tables: [table('Deal', rows)] }],
  })

  beforeEach(async () => {
    await commitPage({ sync: 'email', items: [email('1')] })
    const { tag_id: sourceTagId } = await findTag(fixture, 'grace@navy.example')
    await commitPage({ sync: 'identifier', items: [identifier({ sourceTagId })] })
  })

  test('is requested for tags that have an id at the provider', async () => {
    const unknown = { metadataType: 'Account', tagType: 'topic' }
    const requested = await fixture.store.loadInsightTags(fixture.connection, [unknown, CONTACT], 10, 0)
    expect(requested).toEqual([
      {
        kind: CONTACT,
        tags: [expect.objectContaining({ externalId: '003', email: 'grace@navy.example', metadataType: 'Contact' })],
      },
    ])
  })

  test('is linked to its tags, as records and as signals that follow the records', async () => {
    const page = deals({
      '006': { tagExternalId: '003', Name: 'Renewal', Amount: '1200.50' },
      '007': { Name: 'of no tag' },
    })
    expect(await commitPage(page)).toEqual({ ...NO_COUNTS, created: 3 })
    expect(await commitPage(page)).toEqual({ ...NO_COUNTS, unchanged: 3 })
    expect(await findLinkedEmails('insight.acme.Deal.006')).toEqual(['grace@navy.example'])
    const signals = async () =>
      server.db
        .selectFrom('signals')
        .select(['field_name', 'label', 'value', 'value_number', 'tag_id'])
        .where('tenant_id', '=', fixture.tenant.tenantId)
        .orderBy('field_name')
        .execute()
    const { tag_id } = await findTag(fixture, 'grace@navy.example')
    expect(await signals()).toEqual([
      { tag_id, field_name: 'Amount', label: 'Amount', value: '1200.50', value_number: 1200.5 },
      { tag_id, field_name: 'Name', label: 'The name', value: 'Renewal', value_number: null },
    ])
    expect(await commitPage(deals({ '006': { tagExternalId: '003', Name: 'Renewal', Amount: 'none' } }))).toEqual({
      ...NO_COUNTS,
      unchanged: 1,
      updated: 1,
    })
    expect((await signals())[0]).toMatchObject({ value: 'none', value_number: null })
  })

  test('does not change the table of the same objects', async () => {
    await commitPage({ sync: 'table', items: [table('Deal', { '006': { Name: 'Renewal', Stage: 'won' } })] })
    await commitPage(deals({ '006': { tagExternalId: '003', Name: 'Renewal' } }))
    const again = await commitPage({
      sync: 'table',
      items: [table('Deal', { '006': { Name: 'Renewal', Stage: 'won' } })],
    })
    expect(again).toEqual({ ...NO_COUNTS, unchanged: 2 })
    expect(await fixture.store.loadTables(fixture.connection, 10, 0)).toHaveLength(1)
  })
})
