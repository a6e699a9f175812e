import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { name, names, number, type Soql, soql } from '../soql/statement.ts'
import type { Client } from './client.ts'
import type { ObjectField, ObjectType } from './object-type.ts'
import { fetchRows, type Row } from './pages.ts'

/** Ids in one statement: as many as a page has rows, and together with the fields far below 100,000 characters. */
export const MAX_IDS = 2_000
/** Length of the field list of one statement in characters: about 1,000 fields. */
const MAX_FIELD_LIST_LENGTH = 40_000

/** Fetches the records with these ids, at most MAX_IDS. Deleted and hidden records are missing from the result. */
export async function fetchRecords(
  client: Client,
  { name: object }: ObjectType,
  fields: readonly ObjectField[],
  ids: readonly string[],
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map()
  const select = (part: readonly string[]) => soql`SELECT ${names(part)} FROM ${name(object)} WHERE Id IN ${ids}`
  const records = new Map<string, Row>()
  for (const list of splitFields(fields)) {
    for (const row of await fetchSplitting(client, select, list)) {
      const id = String(row.Id)
      records.set(id, { ...records.get(id), ...row })
    }
  }
  return records
}

/** Fetches at most `limit` records, those that match a condition or any, last modified first. */
export async function fetchMatching(
  client: Client,
  type: ObjectType,
  fields: readonly ObjectField[],
  limit: number,
  where?: Soql,
): Promise<Map<string, Row>> {
  const condition = where ? soql` WHERE ${where}` : soql``
  const end = soql`${condition} ORDER BY ${newestFirst(type)} LIMIT ${number(limit)}`
  const select = (list: readonly string[]) => soql`SELECT ${names(list)} FROM ${name(type.name)}${end}`
  const [list = ['Id'], ...further] = splitFields(fields)
  if (further.length === 0) {
    const rows = await fetchRows(client, select(list)).catch(ignoreTooComplicated)
    if (rows) return new Map(rows.map((row) => [String(row.Id), row]))
  }
  const ids = (await fetchRows(client, select(['Id']))).map((row) => String(row.Id))
  const records = await fetchRecords(client, type, fields, ids)
  return new Map(ids.flatMap((id) => (records.has(id) ? [[id, records.get(id) as Row]] : [])))
}

/** A stable order: rows that were modified at the same instant are ordered by id. */
export function newestFirst(type: ObjectType): Soql {
  return type.find('LastModifiedDate')?.sortable ? soql`LastModifiedDate DESC, Id` : soql`Id`
}

/** Splits a field list that is too long for one statement: an object can have 800 fields. Each list includes Id. */
function splitFields(fields: readonly ObjectField[]): string[][] {
  const lists: string[][] = [['Id']]
  let length = 0
  for (const { name: field } of fields) {
    if (field === 'Id') continue
    if (length + field.length > MAX_FIELD_LIST_LENGTH) {
      lists.push(['Id'])
      length = 0
    }
    lists.at(-1)?.push(field)
    length += field.length + 1
  }
  return lists
}

/** Fetches rows; if Salesforce rejects the statement as too complicated, each half of the fields separately. */
async function fetchSplitting(
  client: Client,
  select: (fields: readonly string[]) => Soql,
  fields: readonly string[],
): Promise<Row[]> {
  const rows = await fetchRows(client, select(fields)).catch(ignoreTooComplicated)
  if (rows) return rows
  const [, ...otherFields] = fields
  const middle = Math.ceil(otherFields.length / 2)
  if (middle === otherFields.length) return fetchRows(client, select(fields))
  const halves = [otherFields.slice(0, middle), otherFields.slice(middle)]
  const [firstRows = [], secondRows = []] = await Promise.all(
    halves.map((half) => fetchSplitting(client, select, ['Id', ...half])),
  )
  return [...firstRows, ...secondRows]
}

function ignoreTooComplicated(error: unknown): undefined {
  if (error instanceof VendorError && error.reasons.includes('QUERY_TOO_COMPLICATED')) return undefined
  throw error
}
