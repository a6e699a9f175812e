import { useMemo } from 'react'
import { useParams } from 'react-router'
import { TablePageDocument } from '../../documents.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { readPreferences } from '../../text/preferences.ts'
import { Page } from '../../ui/page.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { TableContent } from './content.tsx'
import { useRecords } from './records/use-records.ts'
import { isDated, toRecordsInput } from './view/records-input.ts'
import { useTableView } from './view/use-table-view.ts'

/** A table: its records in a grid, which is loaded together with the table in one request. */
export default function TablePage() {
  const { id = '' } = useParams()
  const [view, changeView] = useTableView()
  const query = useGraphQuery(TablePageDocument, { id }, { topics: [`block:${id}`, 'connections', 'blocks:record'] })
  const fields = query.data?.table?.metadata?.fields
  const { timeZone } = readPreferences()
  const input = useMemo(() => toRecordsInput(id, view, fields, timeZone), [id, view, fields, timeZone])
  const isPlain = view.search === '' && view.filters.length === 0
  const records = useRecords(input, {
    total: isPlain ? (query.data?.table?.recordCount ?? undefined) : undefined,
    // How a day is compared depends on the field, which is not known yet.
    enabled: fields !== undefined || !view.filters.some(isDated),
  })
  if (query.data?.table) {
    return <TableContent key={id} page={query.data} table={query.data.table} {...{ view, changeView, records }} />
  }
  return (
    <Page title="Table">
      {query.error ? <Failure error={query.error} retry={query.refetch} /> : <Loading lines={12} height={24} />}
    </Page>
  )
}
