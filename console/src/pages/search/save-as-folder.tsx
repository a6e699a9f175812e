import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PickedTagFragment } from '../../documents.ts'
import { useAddTags, useUpsertFolder } from '../../folders/use-folders.ts'
import { identityOf, nameOfKind } from '../../text/tags.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { notifyDone } from '../../ui/notify.ts'

interface SaveAsFolderProps {
  opened: boolean
  onClose: () => void
  suggestedName: string
  /** Those of the filter first, then those that most results are about. */
  tags: readonly PickedTagFragment[]
  /** Those that are checked at first. */
  chosen: readonly string[]
}

const MAX_NAME_LENGTH = 200

/** Creates a folder of the people, companies and topics of a search. */
export function SaveAsFolder({ opened, onClose, ...props }: SaveAsFolderProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Save as folder" centered>
      <Fields onClose={onClose} {...props} />
    </Modal>
  )
}

function Fields({ onClose, suggestedName, tags, chosen }: Omit<SaveAsFolderProps, 'opened'>) {
  const navigate = useNavigate()
  const [name, setName] = useState(suggestedName.slice(0, MAX_NAME_LENGTH))
  const [checked, setChecked] = useState<readonly string[]>(chosen)
  const creation = useUpsertFolder()
  const adding = useAddTags()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    // A second attempt does not create a second folder.
    const { upsertOneFolder } = creation.data ?? (await creation.mutateAsync({ input: { name, color: 'blue' } }))
    const id = upsertOneFolder?._id
    if (id === undefined) return
    await adding.mutateAsync({ input: { folderId: id, tagIds: [...checked] } })
    onClose()
    notifyDone(`The folder “${name}” is saved.`)
    await navigate(`/folders?folder=${id}`)
  }
  return (
    <form onSubmit={(event) => void save(event).catch(() => undefined)}>
      <Stack>
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group label="In the folder" value={[...checked]} onChange={setChecked}>
          <ScrollArea.Autosize mah={280} mt={6}>
            <Stack gap={8}>
              {tags.map((tag) => (
                <Checkbox
                  key={tag._id}
                  value={tag._id}
                  size="xs"
                  label={tag.alias}
                  description={identityOf(tag) || nameOfKind(tag)}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Checkbox.Group>
        {tags.length === 0 && (
          <Text size="sm">The search has no people, companies or topics. Find something that is about some.</Text>
        )}
        <MutationError error={creation.error ?? adding.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={creation.isPending || adding.isPending}
            disabled={name.trim() === '' || checked.length === 0}
          >
            Save folder
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
