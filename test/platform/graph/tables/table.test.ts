import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { NOW, table } from '../../storage/fixtures.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from '../block-content.ts'
import { countStatements } from '../statements.ts'
import { createSyncedConnection, type SyncedConnection } from '../synced-connection.ts'

let api: Api
let content: Content
let ada: Tenant
let acme: SyncedConnection
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
  ada = await tenantOf(api, newEmail())
  acme = await createSyncedConnection(api, ada)
  await acme.commitPage({ sync: 'metadata', items: [table('Contact', {}, 'Contacts')] })
  await acme.commitPage({ sync: 'metadata', items: [table('Deal')] }, {}, NOW + 1)
  await acme.commitPage({ sync: 'table', items: [table('Deal', { d1: { Name: 'Bridge' } })] }, {}, NOW + 2)
  const insight = { ...table('Case', { c1: { Name: 'Leak' } }), externalId: 'acme.Cases' }
  await acme.commitPage({ sync: 'insight', items: [{ blockType: 'table', tables: [insight] }] }, {}, NOW + 3)
})
afterAll(() => api.stop())

const TABLES = 'query Q($input: TablesInput) { tables(input: $input) { externalId metadata { label } recordCount } }'

async function tables(input?: object, by = ada.email): Promise<unknown[]> {
  const { data, errors } = await api.execute(by, TABLES, { input })
  expect(errors).toBeUndefined()
  return (data.tables as { externalId: string }[]).map(({ externalId }) => externalId)
}

describe('tables', () => {
  test('are listed with their record counts, last changed first', async () => {
    const { data } = await api.execute(ada.email, TABLES)
    expect(data.tables).toEqual([
      { externalId: 'acme.Cases', metadata: { label: 'Case' }, recordCount: 1 },
      { externalId: 'acme.Deal', metadata: { label: 'Deal' }, recordCount: 1 },
      { externalId: 'acme.Contact', metadata: { label: 'Contacts' }, recordCount: 0 },
    ])
  })

  test('are filtered', async () => {
    expect(await tables({ metadataType: 'Deal' })).toEqual(['acme.Deal'])
    expect(await tables({ provider: 'acme', size: 1, page: 1 })).toEqual(['acme.Deal'])
    expect(await tables({ provider: 'mail', size: 1, page: 1 })).toEqual(['acme.Deal'])
    expect(await tables({ provider: 'acme/mail', size: 1, page: 1 })).toEqual(['acme.Deal'])
    expect(await tables({ provider: 'acme/other' })).toEqual([])
    expect(await tables({ provider: 'other' })).toEqual([])
    expect(await tables({ provider: '\0' })).toEqual([])
    expect(await tables({ tagIds: [] })).toEqual([])
    expect(await tables({ tagIds: ['no id', randomUUID()] })).toEqual([])
  })

  test('are found by their own tags and those of their records', async () => {
    const owner = await tenantOf(api, newEmail())
    const [tag, tagOfArchived] = [await addTag(content, owner), await addTag(content, owner)]
    const metadata = { metadataType: 'T', label: 'T', fields: [] }
    const seed = { detail: { metadata } }
    await addBlock(content, owner, 'table', { ...seed, external_id: 'tagged', links: [{ tag }] })
    const id = await addBlock(content, owner, 'table', { ...seed, external_id: 'row is tagged' })
    const part = { parent_id: id, parent_type: 'table' } as const
    await addBlock(content, owner, 'record', { ...part, links: [{ tag }], detail: { values: [] } })
    await addBlock(content, owner, 'record', { ...part, links: [{ tag: tagOfArchived }], archived: true })
    await addBlock(content, owner, 'table', { ...seed, external_id: 'neither' })
    expect((await tables({ tagIds: [tag] }, owner.email)).toSorted()).toEqual(['row is tagged', 'tagged'])
    expect(await tables({ tagIds: [tagOfArchived] }, owner.email)).toEqual([])
    expect(await tables({ tagIds: [tag] })).toEqual([])
  })

  test('of others are visible if they are shared, and hidden if they are archived', async () => {
    const [owner, guest] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
    const links = [{ tag: await addPerson(content, owner, guest.email), shared: true }]
    const seed = { detail: { metadata: table('Shared').metadata }, links, external_id: 'shared' }
    const _id = await addBlock(content, owner, 'table', seed)
    await addBlock(content, owner, 'table', { ...seed, external_id: 'archived', archived: true })
    expect(await tables({}, guest.email)).toEqual(['shared'])
    const query = 'query Q($input: FindTableInput!) { table(input: $input) { access metadata { metadataType } } }'
    const { data } = await api.execute(guest.email, query, { input: { _id } })
    expect(data.table).toEqual({ access: 'READ_ONLY', metadata: { metadataType: 'Shared' } })
  })

  test('are found among the tables of very many tenants', async () => {
    const owner = await tenantOf(api, newEmail())
    await addBlock(content, owner, 'table', { detail: { metadata: table('Own').metadata }, external_id: 'own' })
    const link = { tenant_id: owner.tenantId, tag_id: owner.tagId, shared: true, sharing_level: 0, sharing_approach: 2 }
    const dates = { date_updated: NOW, date_associated: NOW, date_created: NOW }
    const foreign = Array.from({ length: 70 }, () => ({
      ...link,
      ...dates,
      block_id: randomUUID(),
      block_tenant_id: randomUUID(),
      block_type: 'table' as const,
    }))
    await api.db.insertInto('sharing').values(foreign).execute()
    expect(await tables({}, owner.email)).toEqual(['own'])
  })

  test('take a bounded number of statements', async () => {
    const query = 'query Q { tables { recordCount records { operations { update } values { name } } } }'
    const { statements: of3 } = await countStatements(api.db, ada, query, {})
    await acme.commitPage(
      { sync: 'table', items: [table('Deal', { d1: { Name: 'Bridge' }, d2: { Name: 'Road' } })] },
      {},
      NOW + 2,
    )
    const { data, statements } = await countStatements(api.db, ada, query, {})
    expect((data.tables as { recordCount: number }[]).map(({ recordCount }) => recordCount)).toContain(2)
    expect(statements).toBe(of3)
  })

  test('of another tenant, and blocks of another type, are not found', async () => {
    const outsider = await tenantOf(api, newEmail())
    const note = await addBlock(content, ada, 'note')
    const record = await acme.findBlockId('c1')
    const find = (by: Tenant, noun: string, _id: string) =>
      api.execute(
        by.email,
        `query Q($input: Find${noun[0]?.toUpperCase()}${noun.slice(1)}Input!) { ${noun}(input: $input) { _id } }`,
        { input: { _id } },
      )
    const missing = await find(ada, 'table', randomUUID())
    expect(missing.data).toEqual({ table: null })
    expect(missing.errors?.[0]?.path).toEqual(['table'])
    for (const [by, noun, id] of [
      [outsider, 'table', await acme.findBlockId('acme.Deal')],
      [ada, 'table', note],
      [ada, 'table', record],
      [ada, 'table', 'no id'],
      [outsider, 'record', record],
      [ada, 'record', note],
    ] as const) {
      expect(codeOf(await find(by, noun, id))).toBe('NOT_FOUND')
    }
    expect(codeOf(await find(ada, 'record', record))).toBeUndefined()
  })
})

describe('record types', () => {
  const RECORD_TYPES = `query Q($input: RecordTypesInput) { recordTypes(input: $input) {
    name label metadataType tableId operations { create read update }
    createFields { name } readFields { name label fieldType required options { value } } updateFields { name }
  } }`
  const ALL = { create: true, read: true, update: true }
  const READ = { create: false, read: true, update: false }
  const readFields = [{ name: 'Name', label: 'The name', fieldType: 'string', required: false, options: [] }]

  test('have the fields that may be written to each table', async () => {
    const { data, errors } = await api.execute(ada.email, RECORD_TYPES, {})
    expect(errors).toBeUndefined()
    const fields = [{ name: 'Name' }]
    expect(data.recordTypes).toEqual([
      { ...(await typeOf('acme.Cases', 'Case', READ)), createFields: [], readFields, updateFields: [] },
      { ...(await typeOf('acme.Deal', 'Deal', ALL)), createFields: fields, readFields, updateFields: fields },
      {
        ...(await typeOf('acme.Contact', 'Contact', ALL)),
        label: 'Contacts',
        createFields: fields,
        readFields,
        updateFields: fields,
      },
    ])
  })

  async function typeOf(externalId: string, name: string, operations: object) {
    return { name, label: name, metadataType: name, tableId: await acme.findBlockId(externalId), operations }
  }

  test('can be filtered, and exclude tables that are not visible', async () => {
    const names = async (input: object, by = ada.email) => {
      const { data } = await api.execute(by, RECORD_TYPES, { input })
      return (data.recordTypes as { name: string }[]).map(({ name }) => name)
    }
    const tableId = await acme.findBlockId('acme.Deal')
    expect(await names({ tableId })).toEqual(['Deal'])
    expect(await names({ tableId: 'no id' })).toEqual([])
    expect(await names({ metadataType: 'Contact', provider: 'acme' })).toEqual(['Contact'])
    expect(await names({ provider: 'other' })).toEqual([])
    expect(await names({ tableId }, (await tenantOf(api, newEmail())).email)).toEqual([])
  })

  test('have read-only fields for what the vendor assigns', async () => {
    const owner = await tenantOf(api, newEmail())
    const fields = [
      { name: 'Id', label: 'Id', fieldType: 'id' },
      { name: 'Name', label: 'Name', fieldType: 'text' },
    ]
    const detail = { metadata: { metadataType: 'T', label: 'T', fields } }
    const tableId = await addBlock(content, owner, 'table', { detail })
    const { data } = await api.execute(owner.email, RECORD_TYPES, { input: { tableId } })
    const [type] = data.recordTypes as Record<string, { name: string }[]>[]
    expect(type?.createFields).toEqual([{ name: 'Name' }])
    expect(type?.updateFields).toEqual([{ name: 'Name' }])
    expect(type?.readFields?.map(({ name }) => name)).toEqual(['Id', 'Name'])
  })
})
