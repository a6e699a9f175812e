import { ProviderError } from '../../../src/kit/errors.ts'
import type { RecordInput } from '../api/collections.ts'
import { toId } from '../api/ids.ts'
import type { ObjectField, ObjectType } from '../api/object-type.ts'
import type { Org } from '../api/org.ts'
import { fetchRows, type Row } from '../api/pages.ts'
import { instant, name, names, number, soql } from '../soql/statement.ts'

/** Tolerated difference between the clocks of the hub and Salesforce (ms). */
const CLOCK_SKEW_MS = 60_000
/** Records compared, which are all that one user created since the request started. */
const MAX_ROWS = 2_000

/**
 * Finds records whose creation brought no response: those that this user has created since `since` (epoch ms) with the
 * same values. Each record is matched at most once, in order, and never if its id is in `knownIds`. Returns the ids in
 * the order of the inputs; undefined if not found, as the record may still be created.
 */
export async function findCreated(
  org: Org,
  type: ObjectType,
  records: readonly RecordInput[],
  since: number,
  knownIds: ReadonlySet<string>,
): Promise<(string | undefined)[]> {
  const rows = await fetchCreated(org, type, records, since)
  const candidates = new Set(rows.filter((row) => !knownIds.has(String(row.Id))))
  return records.map((record) => {
    const row = [...candidates].find((candidate) => hasSameValues(type, record, candidate))
    if (!row) return undefined
    candidates.delete(row)
    return String(row.Id)
  })
}

/** If the query fails, returns no rows, so that the outcomes that are already known are not lost. */
async function fetchCreated(
  org: Org,
  type: ObjectType,
  records: readonly RecordInput[],
  since: number,
): Promise<Row[]> {
  const fields = new Set(['Id', ...records.flatMap(({ fields }) => Object.keys(fields))])
  try {
    const userId = await org.findUserId()
    if (!userId) return []
    const where = soql`CreatedById = ${userId} AND CreatedDate >= ${instant(since - CLOCK_SKEW_MS)}`
    const end = soql`ORDER BY CreatedDate, Id LIMIT ${number(MAX_ROWS)}`
    return await fetchRows(org.client, soql`SELECT ${names([...fields])} FROM ${name(type.name)} WHERE ${where} ${end}`)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    org.call.log.warn({ err: error.cause }, 'could not verify the outcome of a write')
    return []
  }
}

/** A record without values would match anything that this user created. */
function hasSameValues(type: ObjectType, { fields }: RecordInput, row: Row): boolean {
  const values = Object.entries(fields)
  if (values.length === 0) return false
  return values.every(([fieldName, value]) => {
    const field = type.find(fieldName)
    return field !== undefined && toComparable(field, value) === toComparable(field, row[fieldName])
  })
}

/** Normalizes a value as Salesforce does when storing it: trimmed, rounded, long ids, sorted picklist values. */
function toComparable({ type, scale }: ObjectField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (type === 'datetime') return String(Math.floor(Date.parse(String(value)) / 1000))
  if (typeof value === 'number') return value.toFixed(scale)
  const text = String(value).trim()
  if (type === 'reference') return toId(text) ?? text
  return type === 'multipicklist' ? text.split(';').sort().join(';') : text
}
