import type { TablePageQuery } from '../../../documents.ts'
import { type Column, toColumn } from '../values/column.ts'

type Table = NonNullable<TablePageQuery['table']>
type RecordType = NonNullable<TablePageQuery['recordTypes']>[number]

/** Why nothing of a table can be written; undefined if something can. */
export function whyReadOnly(table: Table, recordType: RecordType | undefined): string | undefined {
  if (!recordType || recordType.operations.update) return undefined
  if (table.access !== 'RW') return 'This table is shared with you for reading only.'
  if (table.provider !== null && table.connectionId === null) {
    return 'This table belongs to another person’s account, so only they can change it.'
  }
  return 'The application computes this table, so it cannot be changed here. Change the records that it is computed from.'
}

/** All columns of a table, in the vendor's order, with why some of them cannot be written. */
export function toColumns(table: Table, recordType: RecordType | undefined): Column[] {
  const tableReason = whyReadOnly(table, recordType)
  const writable = new Set(recordType?.updateFields.map(({ name }) => name))
  return (table.metadata?.fields ?? []).map((field) => {
    if (tableReason !== undefined) return toColumn(field, tableReason)
    return writable.has(field.name) ? toColumn(field) : toColumn(field, 'The application assigns this value.')
  })
}

/**
 * The columns that are shown: the chosen ones, in their order, otherwise all but ids: required ones first, then those with
 * values, references after others, and those that are empty in every record that was loaded first.
 */
export function visibleColumns(
  columns: readonly Column[],
  chosen: readonly string[] | undefined,
  filled: ReadonlySet<string>,
): Column[] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  if (chosen) return chosen.flatMap((name) => byName.get(name) ?? [])
  const rankOf = ({ name, required, kind }: Column) => {
    if (required) return 0
    if (!filled.has(name)) return 3
    return kind === 'reference' ? 2 : 1
  }
  // The order of the vendor within each rank.
  return columns.filter(({ kind }) => kind !== 'id').toSorted((left, right) => rankOf(left) - rankOf(right))
}

/** The names of the fields that have a value in at least one of the records, apart from “no”. */
export function filledFields(
  rows: readonly { values: readonly { name: string; value: string | null }[] }[],
): Set<string> {
  const isFilled = (value: string | null) => value !== null && value !== '' && value !== 'false'
  return new Set(rows.flatMap(({ values }) => values.flatMap(({ name, value }) => (isFilled(value) ? [name] : []))))
}
