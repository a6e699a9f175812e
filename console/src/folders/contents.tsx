import { Anchor, Button, CloseButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconArchive, IconFolderPlus, IconPencil, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { FolderTagsDocument } from '../documents.ts'
import { useGraphQuery } from '../graph/use-graph.ts'
import { countOf } from '../text/numbers.ts'
import { identityOf, nameOfKind } from '../text/tags.ts'
import { Confirm } from '../ui/confirm.tsx'
import { TagLink } from '../ui/links.tsx'
import { MutationError } from '../ui/mutation-error.tsx'
import { notifyDone } from '../ui/notify.ts'
import { Empty, Loaded, Loading } from '../ui/states.tsx'
import { TagAvatar } from '../ui/tag-avatar.tsx'
import { TagPicker } from '../ui/tag-picker.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import classes from './page.module.css'
import { FolderSign } from './sign.tsx'
import { type Folder, useAddTags, useArchiveFolder, useRemoveTags } from './use-folders.ts'

/** The most tags of a folder that the platform returns at a time. */
const MAX_TAGS = 100

interface FolderContentsProps {
  folder: Folder
  onEdit: () => void
  onNewWithin: () => void
  onArchived: () => void
}

/** What is in a folder, with what can be done with it. */
export function FolderContents({ folder, onEdit, onNewWithin, onArchived }: FolderContentsProps) {
  const [isAsking, setAsking] = useState(false)
  const archive = useArchiveFolder()
  const remove = async () => {
    await archive.mutateAsync({ input: { _id: folder._id } })
    setAsking(false)
    onArchived()
    notifyDone(`The folder “${folder.name}” is archived.`)
  }
  return (
    <Stack gap="md" component="section" aria-label={folder.name} miw={0}>
      <Stack gap={4}>
        <Group gap="xs" wrap="nowrap">
          <FolderSign color={folder.color} size={22} />
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{folder.name}</bdi>
          </Title>
        </Group>
        {folder.description && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {folder.description}
          </Text>
        )}
      </Stack>
      <Group gap="xs">
        <Button
          component={Link}
          to={`/search?folder=${folder._id}`}
          variant="default"
          size="xs"
          leftSection={<IconSearch size={14} aria-hidden />}
        >
          Everything about it
        </Button>
        <Button variant="default" size="xs" leftSection={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
          Change
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFolderPlus size={14} aria-hidden />}
          onClick={onNewWithin}
        >
          New folder in it
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArchive size={14} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Archive
        </Button>
      </Group>
      <FolderTags folder={folder} />
      <Confirm
        opened={isAsking}
        title={`Archive “${folder.name.slice(0, 80)}”?`}
        action="Archive"
        isRunning={archive.isPending}
        error={archive.error}
        onConfirm={() => remove().catch(() => undefined)}
        onClose={() => setAsking(false)}
      >
        The folder is no longer listed. The people and companies in it stay as they are, and folders in it move to the
        top.
      </Confirm>
    </Stack>
  )
}

function FolderTags({ folder }: { folder: Folder }) {
  const query = useGraphQuery(
    FolderTagsDocument,
    { input: { _id: folder._id }, size: MAX_TAGS },
    { topics: ['folders', 'tag'] },
  )
  const adding = useAddTags()
  const removing = useRemoveTags()
  const change = (mutation: typeof adding | typeof removing, tagId: string) =>
    mutation.mutate({ input: { folderId: folder._id, tagIds: [tagId] } })
  return (
    <Stack gap="sm">
      <TagPicker
        label="Add to this folder"
        placeholder="Name of a person or company"
        exclude={folder.tagIds}
        allowCreate
        onPick={({ _id }) => change(adding, _id)}
      />
      <MutationError error={adding.error ?? removing.error} />
      <Loaded query={query} loading={<Loading lines={4} height={36} />}>
        {({ folder: loaded }) => {
          const tags = loaded?.tags ?? []
          if (tags.length === 0) {
            return (
              <Empty title="This folder is empty">
                Add the people, companies and topics that belong together. Searches and lists can then be narrowed to
                them.
              </Empty>
            )
          }
          return (
            <>
              <Text size="sm" c="dimmed">
                {countOf(folder.tagCount, 'entry', 'entries')}
                {folder.tagCount > tags.length && `, of which the first ${tags.length} are shown. `}
                {folder.tagCount > tags.length && (
                  <Anchor component={Link} to={`/search?folder=${folder._id}`} inherit>
                    Search in all of them
                  </Anchor>
                )}
              </Text>
              <VirtualList rows={tags} keyOf={({ _id }) => _id} label={`In ${folder.name}`} estimate={46}>
                {(tag) => (
                  <div className={classes.tag}>
                    <TagAvatar tag={tag} />
                    <div className={classes.name}>
                      <TagLink id={tag._id} size="sm" c="var(--mantine-color-text)">
                        <bdi>{tag.alias}</bdi>
                      </TagLink>
                      <Text size="xs" c="dimmed" truncate>
                        {identityOf(tag) || nameOfKind(tag)}
                      </Text>
                    </div>
                    <CloseButton
                      aria-label={`Remove ${tag.alias} from the folder`}
                      disabled={removing.isPending}
                      onClick={() => change(removing, tag._id)}
                    />
                  </div>
                )}
              </VirtualList>
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
