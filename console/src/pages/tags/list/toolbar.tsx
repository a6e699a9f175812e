import {
  Checkbox,
  Chip,
  CloseButton,
  Group,
  Loader,
  Menu,
  NativeSelect,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { IconDots, IconSearch } from '@tabler/icons-react'
import { FolderFilter } from '../../../folders/filter.tsx'
import { type ListKind, type ListState, SORTS } from './state.ts'

interface ToolbarProps {
  kind: ListKind
  state: ListState
  onSearch: (text: string) => void
  onFilter: (change: Partial<ListState>) => void
  /** Whether what is shown belongs to an earlier search. */
  isSearching: boolean
}

/** What restricts and orders a list of tags. */
export function Toolbar({ kind, state, onSearch, onFilter, isSearching }: ToolbarProps) {
  const { search, sort, folderIds, onlyFavorites, onlyWithTasks, withArchived } = state
  return (
    <Group gap="xs" role="search" aria-label={`Filter ${kind}`}>
      <TextInput
        aria-label={`Search ${kind}`}
        placeholder={kind === 'people' ? 'Name or address' : 'Name or domain'}
        size="xs"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          isSearching ? (
            <Loader size={12} aria-label="Searching" />
          ) : search ? (
            <CloseButton size="xs" aria-label="Clear the search" onClick={() => onSearch('')} />
          ) : null
        }
        maxLength={200}
        style={{ flex: '1 1 12rem', maxWidth: '22rem' }}
      />
      <FolderFilter value={folderIds} onChange={(ids) => onFilter({ folderIds: ids })} />
      <Chip size="xs" checked={onlyFavorites} onChange={(checked) => onFilter({ onlyFavorites: checked })}>
        Favourites
      </Chip>
      <Chip size="xs" checked={onlyWithTasks} onChange={(checked) => onFilter({ onlyWithTasks: checked })}>
        Open tasks
      </Chip>
      <NativeSelect
        aria-label="Sort by"
        size="xs"
        ml="auto"
        value={sort}
        data={SORTS.map(({ value, label }) => ({ value, label }))}
        onChange={(event) => {
          const chosen = SORTS.find(({ value }) => value === event.currentTarget.value)
          if (chosen) onFilter({ sort: chosen.value })
        }}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <UnstyledButton aria-label="More filters" p={4} lh={1}>
            <IconDots size={18} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item closeMenuOnClick={false} onClick={() => onFilter({ withArchived: !withArchived })}>
            <Checkbox.Indicator checked={withArchived} size="xs" mr="xs" style={{ verticalAlign: 'middle' }} />
            Show archived ones too
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
