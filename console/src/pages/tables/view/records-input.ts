import type { RecordsInput } from '../../../../../platform/client/index.ts'
import type { ColumnFieldsFragment } from '../../../documents.ts'
import { toColumn } from '../values/column.ts'
import { type Filter, isComplete, toFieldFilter } from './filters.ts'
import type { TableView } from './table-view.ts'

/** Whether a filter compares days. */
export function isDated({ operator }: Filter): boolean {
  return operator === 'on' || operator === 'from' || operator === 'before'
}

/**
 * What the API is asked for. Without `fields`, which are not known before the table is loaded, filters are sent as they
 * are; with them, those that are incomplete or belong to no field are left out.
 */
export function toRecordsInput(
  tableId: string,
  { search, filters, sort }: TableView,
  fields: readonly ColumnFieldsFragment[] | undefined,
  timeZone: string,
): Omit<RecordsInput, 'page' | 'size'> {
  const columns = new Map(fields?.map((field) => [field.name, toColumn(field)]))
  const sent = filters.filter((filter) => fields === undefined || isComplete(filter, columns.get(filter.field)))
  return {
    tableId,
    ...(search.trim() === '' ? {} : { searchString: search }),
    ...(sent.length === 0
      ? {}
      : { filters: sent.map((filter) => toFieldFilter(filter, columns.get(filter.field)?.kind ?? 'text', timeZone)) }),
    ...(sort === undefined ? {} : { sortBy: { fieldName: sort.field, direction: sort.direction } }),
  }
}
