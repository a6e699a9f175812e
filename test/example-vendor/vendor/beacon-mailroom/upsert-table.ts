import type { Table, TableRecord, UpsertTableRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { type Account, type Change, fetchJson, sendJson } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import { toFailure, writeEach } from '../writes.ts'
import { type BeaconRecord, toFields } from './map/record.ts'
import { type BeaconTable, toTable } from './map/table.ts'

/**
 * Creates the records without an id and updates the others. If only some could be written, the error names the others and
 * holds the table with the ids so far: a repeated request then updates them.
 */
export async function upsertTable(
  { connectedProvider: { credential }, table }: UpsertTableRequest,
  call: Call<BeaconSettings>,
): Promise<Table> {
  const { metadata, records } = table
  const path = `/v1/tables/${encodeURIComponent(metadata.metadataType)}`
  const description = await fetchJson<BeaconTable>(path, {}, credential, call)
  const result = await writeEach(
    records.map((record, index) => ({
      pointer: `#/table/records/${index}`,
      isUpdate: Boolean(record.externalId),
      send: (begin) => write(`${path}/records`, record, begin, credential, call),
    })),
  )
  const written: Table = {
    ...toTable(description, credential, call),
    records: records.map((record, index) => ({ ...record, ...omitUndefined({ externalId: result.ids[index] }) })),
  }
  if (result.problems.length > 0) throw toFailure(result, { table: written })
  return written
}

async function write(
  path: string,
  { externalId, values }: TableRecord,
  begin: () => void,
  account: Account,
  call: Call<BeaconSettings>,
): Promise<string> {
  const body = { fields: toFields(values) }
  const change: Change = externalId
    ? { method: 'PATCH', path: `${path}/${encodeURIComponent(externalId)}`, body, begin }
    : { method: 'POST', path, body, begin }
  return (await sendJson<BeaconRecord>(change, account, call)).id
}
