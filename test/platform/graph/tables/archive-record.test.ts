import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { NOW } from '../../storage/fixtures.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addBlock, type Content, tenantOf } from '../block-content.ts'
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

async function found(input: object): Promise<unknown[]> {
  const { data, errors } = await api.execute(ada.email, RECORDS, { input: { tableId, ...input } })
  expect(errors).toBeUndefined()
  return (data.records as { externalId: string }[]).map(({ externalId }) => externalId)
}

test('a record can be archived and restored with write access', async () => {
  const ARCHIVE = 'mutation M($input: ArchiveBlockInput!) { archiveOneRecord(input: $input) { _id archived } }'
  const _id = await acme.findBlockId('1')
  const { data } = await api.execute(ada.email, ARCHIVE, { input: { _id } })
  expect(data.archiveOneRecord).toEqual({ _id, archived: true })
  expect(await found({ externalIds: ['1'] })).toEqual([])
  await api.execute(ada.email, ARCHIVE, { input: { _id, archive: false } })
  expect(await found({ externalIds: ['1'] })).toEqual(['1'])
  const note = await addBlock(content, ada, 'note')
  expect(codeOf(await api.execute(ada.email, ARCHIVE, { input: { _id: note } }))).toBe('NOT_FOUND')
})
