import type { Field, Table, TableMetadataRequest, TableRecord } from '../../../src/contract/index.ts'
import { toChunks } from '../api/chunks.ts'
import type { ObjectField, ObjectType } from '../api/describe.ts'
import type { Org } from '../api/org.ts'
import { fetchRows, type Row } from '../api/pages.ts'
import { fetchRecords, MAX_IDS, newestFirst } from '../api/records.ts'
import { type Selection, selectFields } from '../mapping/fields.ts'
import { toRecord, toTable } from '../mapping/records.ts'
import { allOf, name, names, number, type Soql, soql } from '../soql/statement.ts'

/** The records of tags in one object, and the table that is requested about them. */
export interface InsightSubject {
  table: TableMetadataRequest
  /** Object of the records: Account, Contact. */
  object: string
  ids: readonly string[]
}

export interface Insight {
  /** Absent if the table has no relation to the object. */
  table?: Table
  warnings: string[]
}

/** A row, and the id of the record that it belongs to. */
interface InsightRow {
  id: string
  tagExternalId: string
  row: Row
}

/** Rows of one table. */
const MAX_ROWS = 2_000

/** Fetches the open rows of a table that belong to these records. */
export async function fetchInsight(org: Org, { table: request, object, ids }: InsightSubject): Promise<Insight> {
  return org.withType(request.metadataType, async (type) => {
    const selection = selectFields(type, request.fields?.length ? request.fields : toDefaultFields(type))
    const reference = findReferenceField(type, object)
    if (!reference && !hasContactRoles(type, object)) return { warnings: selection.warnings }
    const fetchChunk = (chunk: string[]) =>
      reference
        ? fetchReferencing(org, type, selection, reference, chunk)
        : fetchByContactRole(org, type, selection, chunk)
    const rows = (await Promise.all(toChunks(ids, MAX_IDS).map(fetchChunk))).flat()
    const table = toTable(org, type, selection.fields, 'insight', object)
    const fields: Field[] = [...table.metadata.fields, { name: TAG_COLUMN, label: object, fieldType: 'reference' }]
    const records = rows.slice(0, MAX_ROWS).map((row) => toTagRecord(selection, row))
    return {
      table: { ...table, metadata: { ...table.metadata, fields }, records },
      warnings: [...selection.warnings, ...toTruncationWarnings(type, object, rows)],
    }
  })
}

/** The column with which the platform assigns a row to its tag. */
const TAG_COLUMN = 'tagExternalId'

function toTagRecord(selection: Selection, { id, row, tagExternalId }: InsightRow): TableRecord {
  const { values } = toRecord(id, selection, row)
  return { externalId: id, values: [...values, { name: TAG_COLUMN, value: tagExternalId }] }
}

function toTruncationWarnings({ label }: ObjectType, object: string, rows: readonly InsightRow[]): string[] {
  if (rows.length <= MAX_ROWS) return []
  return [`${label} of ${object}: there are more than ${MAX_ROWS} open records; only the last modified are included.`]
}

/** Selected if the request names no fields. Of other objects all fields are selected. */
const DEFAULT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Opportunity: ['Id', 'Name', 'StageName', 'Amount', 'CloseDate', 'Probability', 'IsClosed', 'IsWon', 'OwnerId'],
  Case: ['Id', 'CaseNumber', 'Subject', 'Status', 'Priority', 'CreatedDate', 'IsClosed', 'OwnerId'],
}

/** Leaves out fields that the org lacks without a warning, as the request did not name them. */
function toDefaultFields(type: ObjectType): TableMetadataRequest['fields'] {
  return DEFAULT_FIELDS[type.name]?.filter((field) => type.find(field)).map((field) => ({ name: field }))
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
