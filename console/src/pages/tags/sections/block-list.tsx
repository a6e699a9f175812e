import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Empty, Failure, Loading } from '../../../ui/states.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'

interface Pages<Row> {
  rows: readonly Row[] | undefined
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

interface BlockListProps<Row> {
  query: Pages<Row>
  label: string
  empty: { icon: TablerIcon; title: string; text: string; action?: ReactNode }
  children: (row: Row) => ReactNode
}

/** A list that is read page by page, in whichever state it is. */
export function BlockList<Row extends { _id: string }>({ query, label, empty, children }: BlockListProps<Row>) {
  const { rows, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (rows === undefined) return error ? <Failure error={error} retry={refetch} /> : <Loading lines={6} height={36} />
  if (rows.length === 0) {
    return (
      <Empty icon={empty.icon} title={empty.title} actions={empty.action}>
        {empty.text}
      </Empty>
    )
  }
  return (
    <VirtualList
      rows={rows}
      keyOf={({ _id }) => _id}
      label={label}
      hasMore={hasNextPage}
      isLoadingMore={isFetchingNextPage}
      loadMore={fetchNextPage}
    >
      {(row) => children(row)}
    </VirtualList>
  )
}
