import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { NOW } from '../../storage/fixtures.ts'
import { type Api, codeOf, type GraphResponse, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, type Content, tenantOf } from '../block-content.ts'
import { createSyncedConnection, type SyncedConnection } from '../synced-connection.ts'
import { DEALS } from './deals.ts'

let api: Api
let content: Content
let ada: Tenant
let acme: SyncedConnection
let tableId: string
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
})
beforeEach(async () => {
  api.provider.responses.clear()
  ada = await tenantOf(api, newEmail())
  acme = await createSyncedConnection(api, ada)
  await acme.commitPage({ sync: 'metadata', items: [{ ...DEALS, records: [] }] })
  await acme.commitPage({ sync: 'table', items: [DEALS] })
  tableId = await acme.findBlockId('acme.Deal')
})
afterAll(() => api.stop())

const RECORDS = 'query Q($input: RecordsInput!) { records(input: $input) { externalId } }'

const UPSERT = `mutation M($input: UpsertRecordInput!) {
  upsertOneRecord(input: $input) { _id externalId title tableId provider connectionId values { name value } access }
}`

type Sent = {
  table: { metadata: object; records: { externalId?: string; values: { name: string; value: string }[] }[] }
}

/** Makes the vendor accept records and change some of their values. Returns the requests that it has received. */
function takeRows(id: string, made: Record<string, string> = {}): Sent[] {
  const seen: Sent[] = []
  api.provider.responses.set('/upsert/table', (body) => {
    seen.push(body as unknown as Sent)
    const { records } = (body as unknown as Sent).table
    const cells = Object.entries(made).map(([name, value]) => ({ name, value }))
    const written = records.map(({ externalId = id, values }) => ({
      externalId,
      values: [...values.filter((cell) => !(cell.name in made)), ...cells],
    }))
    return { ...DEALS, records: written }
  })
  return seen
}

function upsert(values: Record<string, string | null>, more: object = {}, by = ada.email): Promise<GraphResponse> {
  const cells = Object.entries(values).map(([name, value]) => ({ name, value }))
  return api.execute(by, UPSERT, { input: { tableId, values: cells, ...more } })
}

describe('who may write records', () => {
  const ROLES: [string, number, unknown, unknown][] = [
    ['a reader', 0, 'FORBIDDEN', 'FORBIDDEN'],
    ['an editor', 1, undefined, undefined],
  ]
  test.each(ROLES)('%s of a table without a vendor', async (_, sharing_level, create, update) => {
    const guest = await tenantOf(api, newEmail())
    const tag = await addPerson(content, ada, guest.email)
    const links = [{ tag, shared: true, sharing_level }]
    tableId = await addBlock(content, ada, 'table', { links, detail: { metadata: DEALS.metadata } })
    const part = { parent_id: tableId, parent_type: 'table', detail: { values: [] }, links } as const
    const _id = await addBlock(content, ada, 'record', part)
    expect(codeOf(await upsert({ Name: 'Guest' }, {}, guest.email))).toBe(create)
    expect(codeOf(await upsert({ Name: 'Guest' }, { _id }, guest.email))).toBe(update)
    if (create === undefined) {
      const owned = await api.execute(ada.email, RECORDS, { input: { tableId } })
      expect(owned.data.records).toHaveLength(2)
    }
  })

  test('only the owner of the connection writes at the vendor', async () => {
    const seen = takeRows('9')
    const guest = await tenantOf(api, newEmail())
    const tag = await addPerson(content, ada, guest.email)
    const links = [{ tag, shared: true, sharing_level: 2 }]
    tableId = await addBlock(content, ada, 'table', {
      links,
      detail: { metadata: DEALS.metadata },
      provider: 'acme',
      application: 'mail',
      connection_id: acme.connectionId,
      external_id: 'shared',
    })
    expect(codeOf(await upsert({ Name: 'Guest' }, {}, guest.email))).toBe('FORBIDDEN')
    expect(seen).toEqual([])
  })

  test('insight tables are read-only', async () => {
    const insight = { blockType: 'table', tables: [{ ...DEALS, externalId: 'acme.Insight' }] }
    await acme.commitPage({ sync: 'insight', items: [insight] })
    tableId = await acme.findBlockId('acme.Insight')
    expect(codeOf(await upsert({ Name: 'Mine' }))).toBe('FORBIDDEN')
  })

  test('a record of another table, an unknown id and a block of another type are not found', async () => {
    takeRows('9')
    const recordOfNoTable = await addBlock(content, ada, 'record', { detail: { values: [] } })
    const note = await addBlock(content, ada, 'note')
    for (const _id of [recordOfNoTable, note, randomUUID(), 'no id']) {
      expect(codeOf(await upsert({ Name: 'x' }, { _id }))).toBe('NOT_FOUND')
    }
    tableId = note
    expect(codeOf(await upsert({ Name: 'x' }))).toBe('NOT_FOUND')
  })
})
