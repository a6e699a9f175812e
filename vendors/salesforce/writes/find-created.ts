import { ProviderError } from '../../../src/kit/errors.ts'
import type { RecordInput } from '../api/collections.ts'
import type { ObjectField, ObjectType } from '../api/describe.ts'
import { fetchIdentity } from '../api/identity.ts'
import { toId } from '../api/ids.ts'
import type { Org } from '../api/org.ts'
import { fetchRows, type Row } from '../api/pages.ts'
import { instant, name, names, number, soql } from '../soql/statement.ts'

/** How far the clocks of the hub and of Salesforce may be apart (ms). */
const CLOCK_SKEW_MS = 60_000
/** Records that one user creates in the time a request may take, at most. */
const MAX_ROWS = 2_000

/**
 * Looks for records whose creation brought no answer: those this user created since, with the very values that were
 * sent. Each is taken once, in order, and none that is known to be of another draft. What is not found stays unknown:
 * it may still be on its way.
 */
export async function findCreated(
  org: Org,
  type: ObjectType,
  drafts: readonly RecordInput[],
  since: number,
  taken: ReadonlySet<string>,
): Promise<(string | undefined)[]> {
  const rows = await fetchCreated(org, type, drafts, since)
  const free = new Set(rows.filter((row) => !taken.has(String(row.Id))))
  return drafts.map((draft) => {
    const row = [...free].find((candidate) => hasSameValues(type, draft, candidate))
    if (!row) return undefined
    free.delete(row)
    return String(row.Id)
  })
}

/** Finding out must not put at risk what is known already: when it fails, nothing was found. */
async function fetchCreated(org: Org, type: ObjectType, drafts: readonly RecordInput[], since: number): Promise<Row[]> {
  const fields = new Set(['Id', ...drafts.flatMap(({ fields }) => Object.keys(fields))])
  try {
    const { userId } = await fetchIdentity(org.client)
    const where = soql`CreatedById = ${userId} AND CreatedDate >= ${instant(since - CLOCK_SKEW_MS)}`
    const end = soql`ORDER BY CreatedDate, Id LIMIT ${number(MAX_ROWS)}`
    return await fetchRows(org.client, soql`SELECT ${names([...fields])} FROM ${name(type.name)} WHERE ${where} ${end}`)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    org.call.log.warn({ err: error.cause }, 'could not find out what became of a write')
    return []
  }
}

/** A draft without a single value would be the same as anything this user made. */
function hasSameValues(type: ObjectType, { fields }: RecordInput, row: Row): boolean {
  const values = Object.entries(fields)
  if (values.length === 0) return false
  return values.every(([fieldName, value]) => {
    const field = type.find(fieldName)
    return field !== undefined && toComparable(field, value) === toComparable(field, row[fieldName])
  })
}

/** A value as it compares equal with itself after Salesforce has stored it: trimmed, rounded, ids long, `;` in order. */
function toComparable({ type, scale }: ObjectField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (type === 'datetime') return String(Math.floor(Date.parse(String(value)) / 1000))
  if (typeof value === 'number') return value.toFixed(scale)
  const text = String(value).trim()
  if (type === 'reference') return toId(text) ?? text
  return type === 'multipicklist' ? text.split(';').sort().join(';') : text
}
