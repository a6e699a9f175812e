import type { Field, Table, TableMetadataRequest, TableRecord } from '../../../src/contract/index.ts'
import { toChunks } from '../api/chunks.ts'
import type { ObjectField, ObjectType } from '../api/describe.ts'
import type { Org } from '../api/org.ts'
import { fetchRows, type Row } from '../api/pages.ts'
import { fetchRecords, MAX_IDS, newestFirst } from '../api/records.ts'
import { type Selection, selectFields } from '../mapping/fields.ts'
import { toRecord, toTable } from '../mapping/records.ts'
import { allOf, name, names, number, type Soql, soql } from '../soql/statement.ts'

/** Records of one kind behind tags, and the table that is wanted about them. */
export interface InsightSubject {
  table: TableMetadataRequest
  /** What the tags are: Account, Contact. */
  object: string
  ids: readonly string[]
}

export interface Insight {
  /** Absent when such records have nothing to do with such a table. */
  table?: Table
  warnings: string[]
}

/** A row, and the record it is about. */
interface InsightRow {
  id: string
  tagExternalId: string
  row: Row
}

/** Rows of one table: more are a report, not an insight. */
const MAX_ROWS = 2_000

/** The open rows of a table that belong to these records. */
export async function fetchInsight(org: Org, { table: request, object, ids }: InsightSubject): Promise<Insight> {
  return org.withType(request.metadataType, async (type) => {
    const selection = selectFields(type, request.fields?.length ? request.fields : toDefaultFields(type))
    const link = findReferenceField(type, object)
    if (!link && !hasContactRoles(type, object)) return { warnings: selection.warnings }
    const read = (chunk: string[]) =>
      link ? fetchReferencing(org, type, selection, link, chunk) : fetchByContactRole(org, type, selection, chunk)
    const findings = (await Promise.all(toChunks(ids, MAX_IDS).map(read))).flat()
    const table = toTable(org, type, selection.fields, 'insight', object)
    const fields: Field[] = [...table.metadata.fields, { name: TAG_COLUMN, label: object, fieldType: 'reference' }]
    const records = findings.slice(0, MAX_ROWS).map((finding) => toTagRecord(selection, finding))
    return {
      table: { ...table, metadata: { ...table.metadata, fields }, records },
      warnings: [...selection.warnings, ...toTruncationWarnings(type, object, findings)],
    }
  })
}

/** The column by which the platform puts a row under its tag. */
const TAG_COLUMN = 'tagExternalId'

function toTagRecord(selection: Selection, { id, row, tagExternalId }: InsightRow): TableRecord {
  const { values } = toRecord(id, selection, row)
  return { externalId: id, values: [...values, { name: TAG_COLUMN, value: tagExternalId }] }
}

function toTruncationWarnings({ label }: ObjectType, object: string, findings: readonly InsightRow[]): string[] {
  if (findings.length <= MAX_ROWS) return []
  return [`${label} of ${object}: there are more than ${MAX_ROWS} open ones, those that changed last are here.`]
}

/** What is worth seeing at a glance; of other objects, everything. */
const DEFAULT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Opportunity: ['Id', 'Name', 'StageName', 'Amount', 'CloseDate', 'Probability', 'IsClosed', 'IsWon', 'OwnerId'],
  Case: ['Id', 'CaseNumber', 'Subject', 'Status', 'Priority', 'CreatedDate', 'IsClosed', 'OwnerId'],
}

/** Fields that this org lacks are not missed: nobody asked for them by name. */
function toDefaultFields(type: ObjectType): TableMetadataRequest['fields'] {
  return DEFAULT_FIELDS[type.name]?.filter((field) => type.find(field)).map((field) => ({ name: field }))
}

/** The field in which a row says whose it is; `AccountId` before any that the org added. */
function findReferenceField(type: ObjectType, object: string): ObjectField | undefined {
  const links = type.fields.filter(({ referenceTo, filterable }) => filterable && referenceTo.includes(object))
  return links.find((field) => field.name === `${object}Id`) ?? links[0]
}

async function fetchReferencing(
  org: Org,
  type: ObjectType,
  { fields }: Selection,
  link: ObjectField,
  ids: readonly string[],
): Promise<InsightRow[]> {
  const list = names([...new Set(['Id', link.name, ...fields.map((field) => field.name)])])
  const where = allOf([soql`${name(link.name)} IN ${ids}`, ...toOpenConditions(type)])
  const end = soql`ORDER BY ${newestFirst(type)} LIMIT ${number(MAX_ROWS + 1)}`
  const rows = await fetchRows(org.client, soql`SELECT ${list} FROM ${name(type.name)} WHERE ${where} ${end}`)
  return rows.map((row) => ({ id: String(row.Id), tagExternalId: String(row[link.name]), row }))
}

/** What is over is no news. */
function toOpenConditions(type: ObjectType): Soql[] {
  return type.find('IsClosed')?.filterable ? [soql`IsClosed = ${false}`] : []
}

function hasContactRoles(type: ObjectType, object: string): boolean {
  return type.name === 'Opportunity' && object === 'Contact'
}

/**
 * A contact has a part in an opportunity by a record of its own. A contact can have several, and an opportunity several
 * contacts, so the row is known by the id of that record.
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
