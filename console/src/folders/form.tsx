import {
  Button,
  ColorSwatch,
  Group,
  Modal,
  Radio,
  Select,
  Stack,
  Textarea,
  TextInput,
  useMantineTheme,
} from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { MutationError } from '../ui/mutation-error.tsx'
import { FOLDER_COLORS, toThemeColor } from './colors.ts'
import { possibleParents } from './tree.ts'
import { type Folder, useUpsertFolder } from './use-folders.ts'

interface FolderFormProps {
  opened: boolean
  onClose: () => void
  /** The folder to change; without one, a new one is created. */
  folder?: Folder | undefined
  /** The parent of a new folder. */
  parentId?: string | undefined
  folders: readonly Folder[]
  onSaved?: (folderId: string) => void
  /** Creates the folder with something else, such as its tags, instead of only the folder. */
  suggestedName?: string
}

/** Creates a folder, or changes its name, colour, description and place. */
export function FolderForm({ opened, onClose, folder, ...props }: FolderFormProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={folder ? 'Change folder' : 'New folder'} centered>
      <Fields key={folder?._id} folder={folder} onClose={onClose} {...props} />
    </Modal>
  )
}

function Fields({ folder, parentId, folders, suggestedName = '', onSaved, onClose }: Omit<FolderFormProps, 'opened'>) {
  const [name, setName] = useState(folder?.name ?? suggestedName)
  const [color, setColor] = useState(toThemeColor(folder?.color ?? 'blue'))
  const [description, setDescription] = useState(folder?.description ?? '')
  const [parent, setParent] = useState(folder ? folder.parentId : (parentId ?? null))
  const saving = useUpsertFolder()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const input = { ...(folder ? { _id: folder._id } : {}), name, color, description, parentId: parent }
    const { upsertOneFolder } = await saving.mutateAsync({ input })
    onClose()
    if (upsertOneFolder) onSaved?.(upsertOneFolder._id)
  }
  return (
    <form onSubmit={(event) => void save(event).catch(() => undefined)}>
      <Stack>
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ColorChoice value={color} onChange={setColor} />
        <Select
          label="In the folder"
          placeholder="At the top"
          data={possibleParents(folders, folder?._id).map((placed) => ({
            value: placed.folder._id,
            label: `${'– '.repeat(placed.depth)}${placed.folder.name}`,
          }))}
          value={parent}
          onChange={setParent}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': 'Move to the top' }}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={5_000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <MutationError error={saving.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={name.trim() === ''}>
            {folder ? 'Save' : 'Create folder'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ColorChoice({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const { colors } = useMantineTheme()
  const id = useId()
  return (
    <Radio.Group label="Colour" value={value} onChange={onChange} name={id}>
      <Group gap="xs" mt={4}>
        {FOLDER_COLORS.map((color) => (
          <Radio
            key={color.value}
            value={color.value}
            size="xs"
            label={
              <Group gap={6} wrap="nowrap">
                <ColorSwatch color={colors[color.value]?.[6] ?? ''} size={14} component="span" />
                {color.label}
              </Group>
            }
          />
        ))}
      </Group>
    </Radio.Group>
  )
}
