import type { ColumnFieldsFragment } from '../../../documents.ts'
import { type Column, toColumn } from '../values/column.ts'
import { enterValue } from '../values/enter-value.ts'

/** The fields of a new record: required ones first, then in the vendor's order. */
export function toFormColumns(fields: readonly ColumnFieldsFragment[]): { required: Column[]; optional: Column[] } {
  const columns = fields.map((field) => toColumn(field))
  return {
    required: columns.filter(({ required }) => required),
    optional: columns.filter(({ required }) => !required),
  }
}

export interface CheckedRecord {
  values: { name: string; value: string }[]
  /** Why what was entered cannot be sent, by field. */
  problems: ReadonlyMap<string, string>
}

/** What was entered into the form of a new record, as it is sent; fields that were left empty are not. */
export function checkRecord(columns: readonly Column[], entered: ReadonlyMap<string, string>): CheckedRecord {
  const problems = new Map<string, string>()
  const values: CheckedRecord['values'] = []
  for (const column of columns) {
    const result = enterValue(column, entered.get(column.name) ?? '')
    if ('problem' in result) problems.set(column.name, result.problem)
    else if (result.value !== '') values.push({ name: column.name, value: result.value })
  }
  return { values, problems }
}
