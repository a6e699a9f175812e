import { CredentialsExpiredError, type ProviderError } from '../../../src/kit/errors.ts'
import { MAX_RECORDS, type RecordInput, type WriteOutcome, writeCollection } from '../api/collections.ts'
import type { ObjectType } from '../api/object-type.ts'
import type { Org } from '../api/org.ts'
import { isExhausted } from '../api/partial-results.ts'
import { findCreated } from './find-created.ts'

/** A record and its index in the request. */
type IndexedRecord = [index: number, record: RecordInput]

/**
 * Writes records in sequential batches of 200, as concurrent batches would lock each other out of shared parents.
 * Returns an outcome for each record. Records whose creation brought no response are searched for.
 */
export async function writeRecords(
  org: Org,
  type: ObjectType,
  records: ReadonlyMap<number, RecordInput>,
): Promise<Map<number, WriteOutcome>> {
  const outcomes = new Map<number, WriteOutcome>()
  const since = org.call.clock()
  let stopError: ProviderError | undefined
  for (const [index, { id, fields }] of records) {
    // An update without any changeable field is already done.
    if (id && Object.keys(fields).length === 0) outcomes.set(index, { state: 'written', id })
  }
  const changes = [...records].filter(([index]) => !outcomes.has(index))
  for (const batch of toBatches(changes)) {
    const written = stopError ? failBatch(batch, stopError) : await writeBatch(org, type, batch, since, outcomes)
    for (const [position, [index]] of batch.entries()) outcomes.set(index, written[position] as WriteOutcome)
    stopError ??= written.flatMap((outcome) => (outcome.state === 'failed' ? outcome.error : [])).find(stopsAll)
  }
  return outcomes
}

function failBatch(batch: readonly IndexedRecord[], error: ProviderError): WriteOutcome[] {
  return batch.map(() => ({ state: 'failed', error }))
}

function stopsAll(error: ProviderError): boolean {
  return error instanceof CredentialsExpiredError || isExhausted(error)
}

async function writeBatch(
  org: Org,
  type: ObjectType,
  batch: readonly IndexedRecord[],
  since: number,
  previousOutcomes: ReadonlyMap<number, WriteOutcome>,
): Promise<WriteOutcome[]> {
  const records = batch.map(([, record]) => record)
  const written = await writeCollection(org, type.name, records)
  const unknown = [...written.keys()].filter((index) => written[index]?.state === 'unknown' && !records[index]?.id)
  if (unknown.length === 0) return written
  const outcomes = [...previousOutcomes.values(), ...written]
  const writtenIds = new Set(outcomes.flatMap((outcome) => (outcome.state === 'written' ? outcome.id : [])))
  const createdIds = await findCreated(
    org,
    type,
    records.filter((_, index) => unknown.includes(index)),
    since,
    writtenIds,
  )
  for (const [position, index] of unknown.entries()) {
    const id = createdIds[position]
    if (id) written[index] = { state: 'written', id }
  }
  return written
}

/** Separates creations from updates, and repeated updates of a record, which must be written in order. */
function toBatches(records: readonly IndexedRecord[]): IndexedRecord[][] {
  const isUpdate = ([, { id }]: IndexedRecord) => id !== undefined
  return [split(records.filter((record) => !isUpdate(record))), split(records.filter(isUpdate))].flat()
}

function split(records: readonly IndexedRecord[]): IndexedRecord[][] {
  const batches: IndexedRecord[][] = []
  let ids = new Set<string>()
  for (const record of records) {
    const { id } = record[1]
    const batch = batches.at(-1)
    if (!batch || batch.length === MAX_RECORDS || (id && ids.has(id))) {
      batches.push([record])
      ids = new Set()
    } else {
      batch.push(record)
    }
    if (id) ids.add(id)
  }
  return batches
}
