import type { FieldValue, ProblemItem, Table, UpsertTableRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { CredentialsExpiredError, PartialFailureError, ProviderError } from '../../../../src/kit/errors.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { type Account, fetchJson, sendJson } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import { type BeaconRecord, toFields } from './map/record.ts'
import { type BeaconTable, toTable } from './map/table.ts'

/**
 * Creates the records without an id and updates the others, one after the other. If only some could be written, the error
 * names the others and holds the table with the ids so far: a repeated request then updates them.
 */
export async function upsertTable(
  { connectedProvider: { credential }, table }: UpsertTableRequest,
  call: Call<BeaconSettings>,
): Promise<Table> {
  const { metadataType } = table.metadata
  const path = `/v1/tables/${encodeURIComponent(metadataType)}`
  const description = await fetchJson<BeaconTable>(path, {}, credential, call)
  const records = [...table.records]
  const refused: ProblemItem[] = []
  let failure: ProviderError | undefined
  for (const [index, { externalId, values }] of records.entries()) {
    try {
      const { id } = await write(`${path}/records`, externalId, values, credential, call)
      records[index] = { externalId: id, values }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      failure ??= error
      refused.push({ pointer: `#/table/records/${index}`, detail: error.message })
      // Anything but a refusal of this record concerns the others as well.
      if (isRefusal(error)) continue
      failure = error
      refused.push(...nameOthers(index + 1, records.length))
      break
    }
  }
  const written: Table = { ...toTable(description, credential, call), records }
  if (!failure) return written
  if (refused.length === records.length) throw failure
  throw toPartialFailure(failure, refused, written)
}

function write(
  path: string,
  id: string | undefined,
  values: readonly FieldValue[],
  account: Account,
  call: Call<BeaconSettings>,
): Promise<BeaconRecord> {
  const body = { fields: toFields(values) }
  if (!id) return sendJson({ method: 'POST', path, body }, account, call)
  return sendJson({ method: 'PATCH', path: `${path}/${encodeURIComponent(id)}`, body }, account, call)
}

function isRefusal(error: ProviderError): boolean {
  return error instanceof VendorError && (error.class === 'invalid-request' || error.concernsItem)
}

function nameOthers(from: number, to: number): ProblemItem[] {
  return Array.from({ length: to - from }, (_, index) => ({
    pointer: `#/table/records/${from + index}`,
    detail: 'was not sent, because of the error before it.',
  }))
}

/** Expired credentials remain a CredentialsExpiredError, so that the person is asked to connect again. */
function toPartialFailure(failure: ProviderError, errors: ProblemItem[], table: Table): ProviderError {
  const extensions = { table }
  if (failure instanceof CredentialsExpiredError) {
    return new CredentialsExpiredError(failure.message, { ...failure.options, errors, extensions })
  }
  const total = table.records?.length
  return new PartialFailureError(`${errors.length} of ${total} records were not written.`, errors, extensions)
}
