import { Anchor, Button, Checkbox, Group, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconFolders } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Loaded, Loading } from '../ui/states.tsx'
import { FolderSign } from './sign.tsx'
import { filterTree, toggleWithin, toTree } from './tree.ts'
import { type Folder, useFolders } from './use-folders.ts'

interface FolderFilterProps {
  /** Ids of the chosen folders; what is shown must be in any of them. */
  value: readonly string[]
  onChange: (folderIds: readonly string[]) => void
}

/** With more folders, one can be looked up by typing. */
const SEARCH_FROM = 8

/** Restricts a list to tags, or what concerns the tags, of folders. Choosing a folder chooses those in it as well. */
export function FolderFilter({ value, onChange }: FolderFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const query = useFolders({ enabled: isOpen || value.length > 0 })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={value.length > 0 ? 'light' : 'default'}
          size="xs"
          leftSection={<IconFolders size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen((open) => !open)}
        >
          {labelOf(value, query.folders)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Folders">
        <Loaded query={query} loading={<Loading lines={3} />}>
          {() => <FolderChoices folders={query.folders ?? []} value={value} onChange={onChange} />}
        </Loaded>
      </Popover.Dropdown>
    </Popover>
  )
}

function labelOf(value: readonly string[], folders: readonly Folder[] | undefined): string {
  if (value.length === 0) return 'Folder'
  const first = folders?.find(({ _id }) => _id === value[0])
  if (!first) return value.length === 1 ? '1 folder' : `${value.length} folders`
  return value.length === 1 ? first.name.slice(0, 40) : `${first.name.slice(0, 40)} and ${value.length - 1} more`
}

function FolderChoices({ folders, value, onChange }: FolderFilterProps & { folders: readonly Folder[] }) {
  const [text, setText] = useState('')
  if (folders.length === 0) {
    return (
      <Stack gap="xs">
        <Text size="sm">You have no folders yet. They group the people and companies that you work with.</Text>
        <Button component={Link} to="/folders?new" variant="light" size="xs">
          Create a folder
        </Button>
      </Stack>
    )
  }
  return (
    <Stack gap="xs">
      {folders.length >= SEARCH_FROM && (
        <TextInput
          size="xs"
          aria-label="Find a folder"
          placeholder="Find a folder"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={280}>
        <Stack gap={6} p={4}>
          {toTree(filterTree(folders, text)).map(({ folder, depth }) => (
            <Checkbox
              key={folder._id}
              size="xs"
              ml={Math.min(depth, 6) * 16}
              checked={value.includes(folder._id)}
              onChange={() => onChange(toggleWithin(folders, value, folder._id))}
              label={
                <Group gap={6} wrap="nowrap">
                  <FolderSign color={folder.color} />
                  <Text size="sm" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
                    {folder.name}
                  </Text>
                </Group>
              }
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="space-between">
        <Anchor component={Link} to="/folders" size="xs">
          Edit folders
        </Anchor>
        {value.length > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange([])}>
            Clear
          </Button>
        )}
      </Group>
    </Stack>
  )
}
