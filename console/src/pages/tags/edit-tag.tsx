import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { EditTagDocument, type ShownTagFragment } from '../../documents.ts'
import { afterwards, useGraphMutation } from '../../graph/use-graph.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { isTaken, problemOf, toChanges, toEdited } from './edit-fields.ts'
import { TagForm } from './form-fields.tsx'

interface EditTagProps {
  tag: ShownTagFragment
  isSelf: boolean
  opened: boolean
  onClose: () => void
}

/** Asks for the fields of a tag, and sends those that were changed. */
export function EditTag({ tag, isSelf, opened, onClose }: EditTagProps) {
  // What others change meanwhile is not overwritten: only one's own changes are sent.
  const [original, setOriginal] = useState(() => toEdited(tag))
  const [edited, setEdited] = useState(original)
  const saving = useGraphMutation(EditTagDocument, { topics: ['tag', `tag:${tag._id}`] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are those of the moment in which it was opened
  useEffect(() => {
    if (!opened) return
    setOriginal(toEdited(tag))
    setEdited(toEdited(tag))
    saving.reset()
  }, [opened])
  const changes = toChanges(edited, original)
  const problem = problemOf(saving.error, edited)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(changes).length === 0) return onClose()
    afterwards(saving.mutateAsync({ input: { _id: tag._id, ...changes } }), () => {
      notifyDone('Saved')
      onClose()
    })
  }
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit ${tag.alias}`} size="lg">
      <form onSubmit={save} noValidate>
        <Stack>
          <TagForm
            edited={edited}
            onChange={setEdited}
            problem={problem}
            isTaken={isTaken(saving.error)}
            isSelf={isSelf}
          />
          {problem?.field === undefined && <MutationError error={saving.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
