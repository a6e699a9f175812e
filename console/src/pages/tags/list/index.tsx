import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ListTagsDocument, type ListTagsQuery } from '../../../documents.ts'
import { useGraphPages } from '../../../graph/use-graph.ts'
import { usePaletteActions } from '../../../shell/palette-actions.ts'
import { Page } from '../../../ui/page.tsx'
import { Failure } from '../../../ui/states.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { NewTag } from '../new-tag.tsx'
import { NoTags } from './empty.tsx'
import { ListHeading, RowSkeletons, TagRow } from './row.tsx'
import { extend, NOTHING_SELECTED, toggle } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { type ListKind, toSearchInput } from './state.ts'
import { Toolbar } from './toolbar.tsx'
import { useListState } from './use-list-state.ts'

const pick = (data: ListTagsQuery) => data.searchTags

const TEXTS = {
  people: { title: 'People', create: 'New person' },
  companies: { title: 'Companies', create: 'New company' },
} as const

/** The people or the companies of the graph. */
export function TagListPage({ kind }: { kind: ListKind }) {
  const { state, applied, setSearch, setFilters, clear } = useListState()
  const [isCreating, setCreating] = useState(false)
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const query = useGraphPages(ListTagsDocument, toSearchInput(kind, applied), {
    topics: ['tag', 'blocks:task', 'blocks:email', 'blocks:event', 'folders'],
    pick,
    showPrevious: true,
  })
  const rows = query.rows ?? []
  const { title, create } = TEXTS[kind]
  usePaletteActions([{ id: `new-${kind}`, label: create, icon: IconPlus, run: () => setCreating(true) }])

  const select = (id: string, isRange: boolean) =>
    setSelection((current) =>
      isRange
        ? extend(
            current,
            rows.map(({ _id }) => _id),
            id,
          )
        : toggle(current, id),
    )
  const selected = rows.filter(({ _id }) => selection.ids.has(_id))
  return (
    <Page
      title={title}
      actions={
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setCreating(true)}>
          {create}
        </Button>
      }
    >
      <Toolbar
        kind={kind}
        state={state}
        onSearch={setSearch}
        onFilter={setFilters}
        isSearching={query.isPlaceholderData}
      />
      {selected.length > 0 && <SelectionBar tags={selected} onClear={() => setSelection(NOTHING_SELECTED)} />}
      {query.rows === undefined ? (
        query.error ? (
          <Failure error={query.error} retry={query.refetch} />
        ) : (
          <RowSkeletons />
        )
      ) : rows.length === 0 ? (
        <NoTags kind={kind} state={applied} onClear={clear} onCreate={() => setCreating(true)} />
      ) : (
        <div>
          <ListHeading kind={kind} />
          <VirtualList
            rows={rows}
            keyOf={({ _id }) => _id}
            label={title}
            estimate={52}
            hasMore={query.hasNextPage}
            isLoadingMore={query.isFetchingNextPage}
            loadMore={query.fetchNextPage}
          >
            {(tag) => (
              <TagRow
                tag={tag}
                kind={kind}
                highlight={applied.search}
                isSelected={selection.ids.has(tag._id)}
                onSelect={select}
              />
            )}
          </VirtualList>
        </div>
      )}
      <NewTag kind={kind} opened={isCreating} initialName={state.search} onClose={() => setCreating(false)} />
    </Page>
  )
}
