import { ActionIcon, Button, Group, Pill, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import type { Column } from '../values/column.ts'
import { ColumnMenu } from './column-menu.tsx'
import { FilterForm } from './filter-form.tsx'
import { describeFilter, type Filter } from './filters.ts'
import type { TableView } from './table-view.ts'
import type { ChangeView } from './use-table-view.ts'

interface ToolbarProps {
  columns: readonly Column[]
  visible: readonly Column[]
  view: TableView
  onChange: ChangeView
  children?: ReactNode
}

const DEBOUNCE_MS = 150

/** Search, filters and columns of a table. */
export function Toolbar({ columns, visible, view, onChange, children }: ToolbarProps) {
  const setFilters = (filters: readonly Filter[]) => onChange({ filters })
  return (
    <Group gap="xs" role="toolbar" aria-label="What the table shows">
      <SearchInput search={view.search} onSearch={(search) => onChange({ search })} />
      {view.filters.map((filter, index) => (
        <FilterPill
          // biome-ignore lint/suspicious/noArrayIndexKey: two filters may be equal
          key={index}
          filter={filter}
          columns={columns}
          onChange={(changed) => setFilters(view.filters.with(index, changed))}
          onRemove={() => setFilters(view.filters.toSpliced(index, 1))}
        />
      ))}
      <FilterPopover columns={columns} onSubmit={(filter) => setFilters([...view.filters, filter])}>
        <Button variant="default" size="xs" leftSection={<IconFilter size={14} aria-hidden />}>
          Filter
        </Button>
      </FilterPopover>
      <ColumnMenu {...{ columns, visible }} isChosen={view.columns !== undefined} onChange={onChange} />
      {children}
    </Group>
  )
}

function SearchInput({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search)
  const send = useDebouncedCallback(onSearch, DEBOUNCE_MS)
  // Going back in the browser brings another text.
  useEffect(() => setText(search), [search])
  const set = (next: string) => {
    setText(next)
    send(next)
  }
  return (
    <TextInput
      type="search"
      size="xs"
      w={{ base: '100%', xs: 220 }}
      aria-label="Search this table"
      placeholder="Search this table"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text !== '' && (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Clear the search" onClick={() => set('')}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
      value={text}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

interface FilterPillProps {
  filter: Filter
  columns: readonly Column[]
  onChange: (filter: Filter) => void
  onRemove: () => void
}

function FilterPill({ filter, columns, onChange, onRemove }: FilterPillProps) {
  const column = columns.find(({ name }) => name === filter.field)
  const words = column ? describeFilter(filter, column) : `${filter.field}: no such field`
  return (
    <Pill
      size="md"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': `Remove the filter ${words}`, 'aria-hidden': false, tabIndex: 0 }}
    >
      <FilterPopover columns={columns} initial={filter} onSubmit={onChange}>
        <UnstyledButton fz="inherit" title="Change this filter">
          {words}
        </UnstyledButton>
      </FilterPopover>
    </Pill>
  )
}

interface FilterPopoverProps {
  columns: readonly Column[]
  initial?: Filter
  onSubmit: (filter: Filter) => void
  /** The button that opens it. */
  children: ReactElement<{ onClick?: () => void }>
}

function FilterPopover({ columns, initial, onSubmit, children }: FilterPopoverProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-start" shadow="md">
      <Popover.Target>{cloneElement(children, { onClick: () => setOpened((previous) => !previous) })}</Popover.Target>
      <Popover.Dropdown aria-label="Filter">
        <FilterForm
          columns={columns}
          initial={initial}
          onSubmit={(filter) => {
            setOpened(false)
            onSubmit(filter)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
