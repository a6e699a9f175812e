import { ActionIcon, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArchive,
  IconArchiveOff,
  IconCheckbox,
  IconDots,
  IconEdit,
  IconMessages,
  IconNote,
  IconTopologyStar3,
} from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import type { ShownTagFragment } from '../../../documents.ts'
import { NewNote } from '../../../editing/new-note.tsx'
import { NewTask } from '../../../editing/new-task.tsx'
import { NewThread } from '../../../editing/new-thread.tsx'
import { AddToFolder } from '../../../folders/add-to.tsx'
import { usePaletteActions } from '../../../shell/palette-actions.ts'
import { EditTag } from '../edit-tag.tsx'
import { FavoriteButton } from '../favorite-button.tsx'
import { Archive, archiveLabel } from './archive.tsx'

interface TagActionsProps {
  tag: ShownTagFragment
  isSelf: boolean
}

/** What can be done with a tag. */
export function TagActions({ tag, isSelf }: TagActionsProps) {
  const navigate = useNavigate()
  const [isEditing, editing] = useDisclosure(false)
  const [isNoting, noting] = useDisclosure(false)
  const [isTasking, tasking] = useDisclosure(false)
  const [isWriting, writing] = useDisclosure(false)
  const [isArchiving, archiving] = useDisclosure(false)
  const graphPath = `/graph?tags=${tag._id}`
  const tags = [{ _id: tag._id, alias: tag.alias }]
  const actions = [
    { id: 'tag-note', label: 'New note', icon: IconNote, run: noting.open },
    { id: 'tag-task', label: 'New task', icon: IconCheckbox, run: tasking.open },
    { id: 'tag-thread', label: 'New thread', icon: IconMessages, run: writing.open },
    { id: 'tag-edit', label: `Edit ${tag.alias}`, icon: IconEdit, run: editing.open },
    { id: 'tag-graph', label: 'Show in the graph', icon: IconTopologyStar3, run: () => navigate(graphPath) },
  ]
  usePaletteActions(
    isSelf
      ? actions
      : [...actions, { id: 'tag-archive', label: archiveLabel(tag), icon: IconArchive, run: archiving.open }],
  )
  return (
    <>
      <FavoriteButton tag={tag} size={18} />
      <Button size="xs" variant="default" leftSection={<IconNote size={14} aria-hidden />} onClick={noting.open}>
        New note
      </Button>
      <Button size="xs" variant="default" leftSection={<IconCheckbox size={14} aria-hidden />} onClick={tasking.open}>
        New task
      </Button>
      <AddToFolder tagIds={[tag._id]} />
      <Button size="xs" leftSection={<IconEdit size={14} aria-hidden />} onClick={editing.open}>
        Edit
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconMessages size={14} aria-hidden />} onClick={writing.open}>
            New thread
          </Menu.Item>
          <Menu.Item leftSection={<IconTopologyStar3 size={14} aria-hidden />} component={Link} to={graphPath}>
            Show in the graph
          </Menu.Item>
          {!isSelf && (
            <Menu.Item
              leftSection={
                tag.archived ? <IconArchiveOff size={14} aria-hidden /> : <IconArchive size={14} aria-hidden />
              }
              onClick={archiving.open}
            >
              {archiveLabel(tag)}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <EditTag tag={tag} isSelf={isSelf} opened={isEditing} onClose={editing.close} />
      <NewNote opened={isNoting} onClose={noting.close} tags={tags} />
      <NewTask opened={isTasking} onClose={tasking.close} tags={tags} />
      <NewThread opened={isWriting} onClose={writing.close} tags={tags} />
      <Archive tag={tag} opened={isArchiving} onClose={archiving.close} />
    </>
  )
}
