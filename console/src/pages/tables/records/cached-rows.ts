import type { QueryClient } from '@tanstack/react-query'
import { type RowFieldsFragment, TableRecordsDocument, type TableRecordsQuery } from '../../../documents.ts'

/** Shows a record as the vendor has stored it, before the lists that contain it are loaded again. */
export function replaceRow(queries: QueryClient, row: RowFieldsFragment): void {
  queries.setQueriesData<TableRecordsQuery>({ queryKey: [TableRecordsDocument.toString()] }, (page) => {
    if (!page?.records?.some(({ _id }) => _id === row._id)) return page
    return { ...page, records: page.records.map((other) => (other._id === row._id ? row : other)) }
  })
}
