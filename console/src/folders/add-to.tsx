import { Button, Checkbox, Group, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { IconFolderPlus, IconPlus } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { MutationError } from '../ui/mutation-error.tsx'
import { Loaded, Loading } from '../ui/states.tsx'
import { FolderSign } from './sign.tsx'
import { toTree } from './tree.ts'
import { type Folder, useAddTags, useFolders, useRemoveTags, useUpsertFolder } from './use-folders.ts'

interface AddToFolderProps {
  /** The tags to add. A folder is checked if it has all of them. */
  tagIds: readonly string[]
  /** Opens the list instead of the button; it is passed how to open it. */
  children?: (open: () => void) => ReactNode
}

/** Adds people, companies and other tags to folders, also to new ones, and removes them. */
export function AddToFolder({ tagIds, children }: AddToFolderProps) {
  const [isOpen, setOpen] = useState(false)
  const query = useFolders({ enabled: isOpen })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        {children ? (
          <span>{children(() => setOpen(true))}</span>
        ) : (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFolderPlus size={14} aria-hidden />}
            onClick={() => setOpen((open) => !open)}
          >
            Add to folder
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Add to folder">
        <Loaded query={query} loading={<Loading lines={3} />}>
          {() => <Choices folders={query.folders ?? []} tagIds={tagIds} />}
        </Loaded>
      </Popover.Dropdown>
    </Popover>
  )
}

function Choices({ folders, tagIds }: { folders: readonly Folder[]; tagIds: readonly string[] }) {
  const adding = useAddTags()
  const removing = useRemoveTags()
  const toggle = (folder: Folder) => {
    const change = containsAll(folder, tagIds) ? removing : adding
    change.mutate({ input: { folderId: folder._id, tagIds: [...tagIds] } })
  }
  return (
    <Stack gap="xs">
      {folders.length === 0 && <Text size="sm">You have no folders yet. Name the first one:</Text>}
      <ScrollArea.Autosize mah={260}>
        <Stack gap={6} p={4}>
          {toTree(folders).map(({ folder, depth }) => (
            <Checkbox
              key={folder._id}
              size="xs"
              ml={Math.min(depth, 6) * 16}
              checked={containsAll(folder, tagIds)}
              indeterminate={!containsAll(folder, tagIds) && tagIds.some((id) => folder.tagIds.includes(id))}
              disabled={adding.isPending || removing.isPending}
              onChange={() => toggle(folder)}
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
      <NewFolderLine tagIds={tagIds} />
      <MutationError error={adding.error ?? removing.error} />
    </Stack>
  )
}

function containsAll(folder: Folder, tagIds: readonly string[]): boolean {
  return tagIds.length > 0 && tagIds.every((id) => folder.tagIds.includes(id))
}

function NewFolderLine({ tagIds }: { tagIds: readonly string[] }) {
  const [name, setName] = useState('')
  const creation = useUpsertFolder()
  const adding = useAddTags()
  const create = async (event: FormEvent) => {
    event.preventDefault()
    const { upsertOneFolder: folder } = await creation.mutateAsync({ input: { name } })
    if (!folder) return
    await adding.mutateAsync({ input: { folderId: folder._id, tagIds: [...tagIds] } })
    setName('')
  }
  return (
    <form onSubmit={(event) => void create(event).catch(() => undefined)}>
      <Group gap={6} wrap="nowrap">
        <TextInput
          size="xs"
          aria-label="Name of a new folder"
          placeholder="New folder"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button
          type="submit"
          size="xs"
          variant="light"
          disabled={name.trim() === ''}
          loading={creation.isPending || adding.isPending}
          leftSection={<IconPlus size={14} aria-hidden />}
        >
          Create
        </Button>
      </Group>
      <MutationError error={creation.error ?? adding.error} />
    </form>
  )
}
