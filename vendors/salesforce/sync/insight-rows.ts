import type { Field, Table, TableMetadataRequest, TableRecord } from '../../../src/contract/index.ts'
import type { ObjectType } from '../api/object-type.ts'
import type { Org } from '../api/org.ts'
import { type Selection, selectFields } from '../mapping/fields.ts'
import { toRecord, toTable } from '../mapping/records.ts'
import { fetchRelated, type InsightRow, MAX_ROWS } from './related-rows.ts'

/** The records of tags in one object, and the table that is requested about them. */
export interface InsightSubject {
  table: TableMetadataRequest
  /** Object of the records: Account, Contact. */
  object: string
  ids: readonly string[]
  /** The ids by which the tags know some of the records: the contact of a person account. */
  tagIds: ReadonlyMap<string, string>
}

export interface Insight {
  /** Absent if the table has no relation to the object. */
  table?: Table
  warnings: string[]
}

/** Fetches the open rows of a table that belong to these records. */
export async function fetchInsight(
  org: Org,
  { table: request, object, ids, tagIds }: InsightSubject,
): Promise<Insight> {
  return org.withType(request.metadataType, async (type) => {
    const requested = request.fields?.length ? request.fields : toDefaultFields(type)
    const selection = withCurrency(type, selectFields(type, requested))
    const found = await fetchRelated(org, type, selection, object, ids)
    if (!found) return { warnings: selection.warnings }
    const { rows, warnings } = found
    const table = toTable(org, type, selection.fields, 'insight', object)
    const fields: Field[] = [...table.metadata.fields, { name: TAG_COLUMN, label: object, fieldType: 'reference' }]
    const records = rows.slice(0, MAX_ROWS).map((row) => toTagRecord(selection, row, tagIds))
    return {
      table: { ...table, metadata: { ...table.metadata, fields }, records },
      warnings: [...selection.warnings, ...warnings, ...toTruncationWarnings(type, object, rows)],
    }
  })
}

/** The column with which the platform assigns a row to its tag. */
const TAG_COLUMN = 'tagExternalId'

function toTagRecord(
  selection: Selection,
  { id, row, tagExternalId }: InsightRow,
  tagIds: InsightSubject['tagIds'],
): TableRecord {
  const { values } = toRecord(id, selection, row)
  return {
    externalId: id,
    values: [...values, { name: TAG_COLUMN, value: tagIds.get(tagExternalId) ?? tagExternalId }],
  }
}

function toTruncationWarnings({ label }: ObjectType, object: string, rows: readonly InsightRow[]): string[] {
  if (rows.length <= MAX_ROWS) return []
  return [`${label} of ${object}: there are more than ${MAX_ROWS} open records; only the last modified are included.`]
}

/** In an org with several currencies an amount means nothing without its own. */
function withCurrency(type: ObjectType, selection: Selection): Selection {
  const currency = type.find('CurrencyIsoCode')
  const hasAmounts = selection.fields.some((field) => field.type === 'currency')
  if (!currency || !hasAmounts || selection.fields.includes(currency)) return selection
  return { ...selection, fields: [...selection.fields, currency] }
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
