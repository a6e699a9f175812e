import { toChunks } from '../api/chunks.ts'
import type { ObjectField, ObjectType } from '../api/object-type.ts'
import type { Org } from '../api/org.ts'
import { fetchRows, type Row } from '../api/pages.ts'
import { concernsItem } from '../api/partial-results.ts'
import { fetchRecords, MAX_IDS, newestFirst } from '../api/records.ts'
import type { Selection } from '../mapping/fields.ts'
import { allOf, name, names, number, type Soql, soql } from '../soql/statement.ts'

/** A row, and the id of the record that it belongs to. */
export interface InsightRow {
  id: string
  tagExternalId: string
  row: Row
}

/** Rows of one table. */
export const MAX_ROWS = 2_000

/** The rows that belong to the records; undefined if the table has no relation to their object. */
export async function fetchRelated(
  org: Org,
  type: ObjectType,
  selection: Selection,
  object: string,
  ids: readonly string[],
): Promise<{ rows: InsightRow[]; warnings: string[] } | undefined> {
  const byRole = hasContactRoles(type, object)
    ? await tryFetch(ids, (chunk) => fetchByContactRole(org, type, selection, chunk))
    : undefined
  if (byRole) return { rows: byRole, warnings: [] }
  const reference = findReferenceField(type, object)
  const warnings = hasContactRoles(type, object) ? [`${type.label} of ${object}: ${NO_ROLES}`] : []
  if (!reference) return warnings.length > 0 ? { rows: [], warnings } : undefined
  return { rows: await fetchAll(ids, (chunk) => fetchReferencing(org, type, selection, reference, chunk)), warnings }
}

const NO_ROLES = 'this user cannot see contact roles, so only the opportunities of primary contacts are included.'

async function fetchAll(
  ids: readonly string[],
  fetchChunk: (chunk: string[]) => Promise<InsightRow[]>,
): Promise<InsightRow[]> {
  return (await Promise.all(toChunks(ids, MAX_IDS).map(fetchChunk))).flat()
}

/** The same; undefined if the user cannot see the object that holds the relation. */
async function tryFetch(
  ids: readonly string[],
  fetchChunk: (chunk: string[]) => Promise<InsightRow[]>,
): Promise<InsightRow[] | undefined> {
  try {
    return await fetchAll(ids, fetchChunk)
  } catch (error) {
    if (!concernsItem(error)) throw error
    return undefined
  }
}

/** The field of a row that refers to the object. `AccountId` takes precedence over custom fields. */
function findReferenceField(type: ObjectType, object: string): ObjectField | undefined {
  const references = type.fields.filter(({ referenceTo, filterable }) => filterable && referenceTo.includes(object))
  return references.find((field) => field.name === `${object}Id`) ?? references[0]
}

async function fetchReferencing(
  org: Org,
  type: ObjectType,
  { fields }: Selection,
  reference: ObjectField,
  ids: readonly string[],
): Promise<InsightRow[]> {
  const list = names([...new Set(['Id', reference.name, ...fields.map((field) => field.name)])])
  const where = allOf([soql`${name(reference.name)} IN ${ids}`, ...toOpenConditions(type)])
  const end = soql`ORDER BY ${newestFirst(type)} LIMIT ${number(MAX_ROWS + 1)}`
  const rows = await fetchRows(org.client, soql`SELECT ${list} FROM ${name(type.name)} WHERE ${where} ${end}`)
  return rows.map((row) => ({ id: String(row.Id), tagExternalId: String(row[reference.name]), row }))
}

/** Excludes closed records. */
function toOpenConditions(type: ObjectType): Soql[] {
  return type.find('IsClosed')?.filterable ? [soql`IsClosed = ${false}`] : []
}

function hasContactRoles(type: ObjectType, object: string): boolean {
  return type.name === 'Opportunity' && object === 'Contact'
}

/**
 * Contacts and opportunities are related by OpportunityContactRole records, many to many, so the id of a row is that of
 * the role.
 */
async function fetchByContactRole(
  org: Org,
  type: ObjectType,
  { fields }: Selection,
  ids: readonly string[],
): Promise<InsightRow[]> {
  const where = soql`ContactId IN ${ids} AND Opportunity.IsClosed = ${false}`
  const end = soql`ORDER BY Id LIMIT ${number(MAX_ROWS + 1)}`
  const roles = await fetchRows(
    org.client,
    soql`SELECT Id,ContactId,OpportunityId FROM OpportunityContactRole WHERE ${where} ${end}`,
  )
  const opportunities = [...new Set(roles.map((role) => String(role.OpportunityId)))]
  const rows = await fetchRecords(org.client, type, fields, opportunities)
  return roles.flatMap((role) => {
    const row = rows.get(String(role.OpportunityId))
    return row ? [{ id: String(role.Id), tagExternalId: String(role.ContactId), row }] : []
  })
}
