import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { name, names, number, type Soql, soql } from '../soql/statement.ts'
import type { Client } from './client.ts'
import type { ObjectField, ObjectType } from './describe.ts'
import { fetchRows, type Row } from './pages.ts'

/** Ids in one statement: as many as a page has rows, and with the fields far below 100,000 characters. */
export const MAX_IDS = 2_000
/** Characters of the field list of one statement: some 1,000 fields. */
const MAX_FIELD_LIST_LENGTH = 40_000

/** The records with these ids, at most MOST_IDS of them; one that was deleted or is hidden does not come. */
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

/** At most so many records that a condition holds for, or any, those first that changed last. */
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

/** An order that says the same every time: rows changed in one moment come by their id. */
export function newestFirst(type: ObjectType): Soql {
  return type.find('LastModifiedDate')?.sortable ? soql`LastModifiedDate DESC, Id` : soql`Id`
}

/** Objects can have 800 fields, of names as long as their administrators like. */
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

/** Many formula fields at once are too much for Salesforce: then one half is read, and the other half. */
async function fetchSplitting(
  client: Client,
  select: (fields: readonly string[]) => Soql,
  fields: readonly string[],
): Promise<Row[]> {
  const rows = await fetchRows(client, select(fields)).catch(ignoreTooComplicated)
  if (rows) return rows
  const [, ...others] = fields
  const middle = Math.ceil(others.length / 2)
  if (middle === others.length) return fetchRows(client, select(fields))
  const halves = [others.slice(0, middle), others.slice(middle)]
  const [one = [], other = []] = await Promise.all(
    halves.map((half) => fetchSplitting(client, select, ['Id', ...half])),
  )
  return [...one, ...other]
}

function ignoreTooComplicated(error: unknown): undefined {
  if (error instanceof VendorError && error.reasons.includes('QUERY_TOO_COMPLICATED')) return undefined
  throw error
}
