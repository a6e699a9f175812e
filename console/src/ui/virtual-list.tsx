import { Box, Center, Loader } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

interface VirtualListProps<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Expected height of a row (px); rows are measured. */
  estimate?: number
  /** What the list contains, for screen readers. */
  label: string
  children: (row: Row, index: number) => ReactNode
  hasMore?: boolean
  isLoadingMore?: boolean
  /** Called when the end of the list comes near. */
  loadMore?: () => unknown
}

/** Rows from the end at which more are loaded. */
const AHEAD = 15
/** What arrow keys move between: the first link or button of each row. */
const TARGET = 'a[href], button:not([disabled])'

/**
 * A list of any length in the page's own scroll area, of which only the visible rows exist. The arrow keys, Home and End
 * move between rows.
 */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { rows, keyOf, estimate = 56, label, children, hasMore = false, isLoadingMore = false, loadMore } = props
  const list = useRef<HTMLDivElement>(null)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimate,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => (rows[index] ? keyOf(rows[index]) : index),
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const isNearEnd = rows.length > 0 && last >= rows.length - AHEAD
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) loadMore?.()
  }, [isNearEnd, hasMore, isLoadingMore, loadMore])

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key]
    const row = (event.target as Element).closest<HTMLElement>('[data-index]')
    if (step === undefined || !row || isTyping(event.target)) return
    event.preventDefault()
    const index = Math.max(0, Math.min(rows.length - 1, Number(row.dataset.index) + step))
    virtualizer.scrollToIndex(index)
    // The row may have to be rendered first.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.querySelector<HTMLElement>(TARGET)?.focus(),
    )
  }

  return (
    <div>
      <Box
        ref={list}
        role="list"
        aria-label={label}
        pos="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={move}
      >
        {items.map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <Box
              key={key}
              ref={virtualizer.measureElement}
              role="listitem"
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
              data-index={index}
              pos="absolute"
              top={0}
              left={0}
              w="100%"
              style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
            >
              {children(row, index)}
            </Box>
          )
        })}
      </Box>
      {isLoadingMore && (
        <Center p="md">
          <Loader size="sm" aria-label="Loading more" />
        </Center>
      )}
    </div>
  )
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
