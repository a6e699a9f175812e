import type { Connection } from 'jsforce/lib/core.js'
import type { ProviderError } from '../../../src/kit/errors.ts'
import { isLocked, waitForLock } from './locks.ts'
import type { Org } from './org.ts'
import { type ApiError, readErrors, unreadableResponse } from './response.ts'
import { sendWrite } from './write.ts'

/** A record to be written: an update if it has an id, otherwise a creation. */
export interface RecordInput {
  id?: string
  fields: Readonly<Record<string, string | number | boolean | null>>
}

/** The outcome of writing a record. */
export type WriteOutcome =
  | { state: 'written'; id: string }
  | { state: 'rejected'; errors: ApiError[] }
  /** Not sent, or its whole request was rejected. */
  | { state: 'failed'; error: ProviderError }
  /** There was no response: the record may have been written. */
  | { state: 'unknown'; error: ProviderError }

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections.htm */
export const MAX_RECORDS = 200

/** The result of one record, in the order of the request. The status of the response is 200 in any case. */
interface SaveResult {
  id?: string
  success?: boolean
  errors?: unknown
}

/**
 * Creates or updates up to 200 records of one object and returns their outcomes in the same order. Either all records
 * have an id or none has. Locked records are retried separately.
 */
export async function writeCollection(
  org: Org,
  object: string,
  records: readonly RecordInput[],
): Promise<WriteOutcome[]> {
  const outcomes = await sendCollection(org, object, records)
  for (let tries = 0; ; tries += 1) {
    const locked = [...outcomes.keys()].filter((index) => isRetryableLock(outcomes[index]))
    if (locked.length === 0 || !(await waitForLock(org, tries))) return outcomes
    const retried = await sendCollection(org, object, pick(records, locked))
    for (const [position, index] of locked.entries()) outcomes[index] = retried[position] as WriteOutcome
  }
}

function isRetryableLock(outcome: WriteOutcome | undefined): boolean {
  return outcome?.state === 'rejected' && isLocked(outcome.errors)
}

function pick(records: readonly RecordInput[], indexes: readonly number[]): RecordInput[] {
  return indexes.flatMap((index) => records[index] ?? [])
}

/** The records that are accepted are written, whatever happens to the others. */
const PARTIAL = { allOrNone: false }

async function sendCollection(org: Org, object: string, records: readonly RecordInput[]): Promise<WriteOutcome[]> {
  const written = await sendWrite(org, async (options) => {
    const results = await org.client.call<SaveResult[]>((jsforce) => save(jsforce, object, records), options)
    if (!Array.isArray(results) || results.length !== records.length) throw unreadableResponse()
    return results
  })
  if (written.state === 'completed') return written.response.map(toOutcome)
  const { error } = written
  return records.map(() => ({ state: written.state === 'unknown' ? 'unknown' : 'failed', error }))
}

function save(jsforce: Connection, object: string, records: readonly RecordInput[]): PromiseLike<unknown> {
  if (records[0]?.id === undefined)
    return jsforce.create(
      object,
      records.map(({ fields }) => ({ ...fields })),
      PARTIAL,
    )
  return jsforce.update(
    object,
    records.map(({ id = '', fields }) => ({ ...fields, Id: id })),
    PARTIAL,
  )
}

function toOutcome({ id, success, errors }: SaveResult): WriteOutcome {
  if (success && id) return { state: 'written', id }
  return { state: 'rejected', errors: readErrors(errors) }
}
