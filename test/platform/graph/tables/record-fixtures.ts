import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { NOW } from '../../storage/fixtures.ts'
import { type Api, type GraphResponse, newEmail, startApi } from '../api.ts'
import { type Content, tenantOf } from '../block-content.ts'
import { createSyncedConnection, type SyncedConnection } from '../synced-connection.ts'
import { DEALS } from './deals.ts'

export let api: Api
export let content: Content
export let ada: Tenant
export let acme: SyncedConnection
/** The table whose records are written: the synced deals, until a test sets another one. */
export let tableId: string

/** Starts a platform for the tests of a file, with a new account and a synced table before each test. */
export function useSyncedTable(): void {
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
}

/** Sets the table whose records are written, until the end of the test. */
export function setTableId(id: string): void {
  tableId = id
}

export const RECORDS = 'query Q($input: RecordsInput!) { records(input: $input) { externalId } }'

export const UPSERT = `mutation M($input: UpsertRecordInput!) {
  upsertOneRecord(input: $input) { _id externalId title tableId provider connectionId values { name value } access }
}`

type Sent = {
  table: { metadata: object; records: { externalId?: string; values: { name: string; value: string }[] }[] }
}

/** Makes the vendor accept records and change some of their values. Returns the requests that it has received. */
export function takeRows(id: string, made: Record<string, string> = {}): Sent[] {
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

/** Writes a record of the table. */
export function upsert(
  values: Record<string, string | null>,
  more: object = {},
  by = ada.email,
): Promise<GraphResponse> {
  const cells = Object.entries(values).map(([name, value]) => ({ name, value }))
  return api.execute(by, UPSERT, { input: { tableId, values: cells, ...more } })
}
