import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { RecordsInput } from '../../../../../platform/client/index.ts'
import { type RowFieldsFragment, TableRecordsDocument, type TableRecordsQuery } from '../../../documents.ts'
import { useGraphClient } from '../../../graph/context.tsx'
import type { Topic } from '../../../graph/topics.ts'
import { countRows, pagesOf, RECORD_PAGE_SIZE, type RowCount } from './pages.ts'

const TOPICS: readonly Topic[] = ['blocks:record']

export interface LoadedRecords extends RowCount {
  /** Changes when other records are looked for. */
  key: string
  /** The record of a row, from 0; undefined while its page is being loaded. */
  rowAt: (index: number) => RowFieldsFragment | undefined
  /** The records of the visible pages; the same array until one of them changes. */
  current: readonly RowFieldsFragment[]
  /** All records that were loaded. */
  all: () => RowFieldsFragment[]
  /** The records of the first page, as soon as they are there. */
  firstPage: readonly RowFieldsFragment[] | undefined
  /** Called with the rows that are visible, both from 0: their pages are loaded, and loaded again when records change. */
  onVisible: (first: number, last: number) => void
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

/**
 * The records of a table for a grid of any length: only the pages that are visible are loaded, from wherever one scrolls
 * to, and only they are loaded again when a record changes.
 */
export function useRecords(
  input: Omit<RecordsInput, 'page' | 'size'>,
  { total, enabled }: { total: number | undefined; enabled: boolean },
): LoadedRecords {
  const client = useGraphClient()
  const key = JSON.stringify(input)
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const seen = useRef({ key, pages: new Map<number, TableRecordsQuery['records']>() })
  if (seen.current.key !== key) seen.current = { key, pages: new Map() }
  // The first page is where the list ends if it is short, and what a new search begins with.
  const pages = [...new Set([0, ...pagesOf(visible.first, visible.last)])]
  const results = useQueries({
    queries: pages.map((page) => {
      const variables = { input: { ...input, page, size: RECORD_PAGE_SIZE } }
      return {
        queryKey: [TableRecordsDocument.toString(), variables] as const,
        queryFn: ({ signal }: { signal: AbortSignal }) => client.request(TableRecordsDocument, variables, { signal }),
        meta: { topics: TOPICS },
        enabled,
        // While what is looked for changes, the last records stay; pages of one list do not stand in for each other.
        ...(page === 0 ? { placeholderData: keepPreviousData<TableRecordsQuery> } : {}),
      }
    }),
  })
  for (const [index, result] of results.entries()) {
    const page = pages[index]
    if (page !== undefined && result.data && !result.isPlaceholderData)
      seen.current.pages.set(page, result.data.records)
  }
  const placeholder = results.find(({ isPlaceholderData }) => isPlaceholderData)?.data?.records
  const cached = seen.current.pages
  const lengths = new Map([...cached].map(([page, rows]) => [page, rows?.length ?? 0]))
  const count =
    placeholder && cached.size === 0 ? { rows: placeholder.length, isExact: false } : countRows(lengths, total)
  const onVisible = useCallback((first: number, last: number) => {
    setVisible((previous) => (samePages(previous, { first, last }) ? previous : { first, last }))
  }, [])
  return {
    ...count,
    key,
    rowAt: (index) => {
      const page = cached.get(Math.floor(index / RECORD_PAGE_SIZE))
      return (page ?? (cached.size === 0 ? placeholder : undefined))?.[index % RECORD_PAGE_SIZE]
    },
    current: useFlat(pages.map((page) => cached.get(page))),
    all: () => [...cached.values()].flatMap((rows) => rows ?? []),
    firstPage: cached.get(0) ?? undefined,
    onVisible,
    error: results.find(({ error }) => error)?.error,
    isPending: cached.size === 0 && !placeholder && results.some(({ isPending }) => isPending),
    refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
  }
}

type Pages = readonly (TableRecordsQuery['records'] | undefined)[]

/** The rows of some pages, as the same array while the pages are the same. */
function useFlat(pages: Pages): readonly RowFieldsFragment[] {
  const previous = useRef<{ pages: Pages; rows: readonly RowFieldsFragment[] }>({ pages: [], rows: [] })
  const { current } = previous
  const isSame = current.pages.length === pages.length && pages.every((page, index) => page === current.pages[index])
  if (!isSame) previous.current = { pages, rows: pages.flatMap((page) => page ?? []) }
  return previous.current.rows
}

function samePages(left: { first: number; last: number }, right: { first: number; last: number }): boolean {
  return pagesOf(left.first, left.last).join() === pagesOf(right.first, right.last).join()
}
