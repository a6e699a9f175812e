import { Text, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { countOf } from '../../text/numbers.ts'
import { BlockRow } from '../../ui/block-row.tsx'
import { VendorLink } from '../../ui/links.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import classes from './page.module.css'
import type { FoundBlock, useFoundBlocks } from './use-results.ts'

interface ResultsProps {
  found: ReturnType<typeof useFoundBlocks>
  words: string
  applications: ReadonlyMap<string, string>
  /** Moves back to the field, from the first result. */
  onLeave: () => void
  /** Clears the search. */
  onEscape: () => void
  list: RefObject<HTMLDivElement | null>
}

/** What was found. The arrow keys move through it and back to the field, Enter opens, Escape clears the search. */
export function Results({ found, words, applications, onLeave, onEscape, list }: ResultsProps) {
  const { blocks, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = found
  const more = useRef(fetchNextPage)
  more.current = fetchNextPage
  const loadMore = useRef(() => more.current())
  if (error && (isPlaceholderData || !blocks)) return <Failure error={error} retry={refetch} />
  if (!blocks) return <Loading lines={8} height={44} />
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-index]')
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
    if (event.key !== 'ArrowUp' || row?.dataset.index !== '0') return
    event.preventDefault()
    event.stopPropagation()
    onLeave()
  }
  return (
    <div
      ref={list}
      className={classes.results}
      data-previous={isPlaceholderData || undefined}
      aria-busy={isPlaceholderData}
      onKeyDownCapture={onKeyDown}
    >
      <VirtualList
        rows={blocks}
        keyOf={({ _id }) => _id}
        label="Results"
        estimate={78}
        hasMore={hasNextPage}
        isLoadingMore={isFetchingNextPage}
        loadMore={loadMore.current}
      >
        {(block) => (
          <BlockRow
            block={block}
            highlight={words}
            withSummary
            action={<OpenAtVendor block={block} applications={applications} />}
          />
        )}
      </VirtualList>
    </div>
  )
}

interface OpenAtVendorProps {
  block: FoundBlock
  applications: ReadonlyMap<string, string>
}

function OpenAtVendor({ block: { uri, application }, applications }: OpenAtVendorProps) {
  if (!uri || !application) return null
  return (
    <VendorLink url={uri} size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      <VisuallyHidden>Open in </VisuallyHidden>
      {applications.get(application) ?? application}
    </VendorLink>
  )
}

/** How many were found; screen readers are told. Without a search, what is listed. */
export function ResultCount({ count, isEverything }: { count: number | undefined; isEverything: boolean }) {
  const text = count === undefined ? '' : countOf(count, isEverything ? 'item' : 'result')
  return (
    <Text size="sm" c="dimmed" role="status" mih="1.55em">
      {text !== '' && isEverything ? `${text}, the last changed first` : text}
    </Text>
  )
}
