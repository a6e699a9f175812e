import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { EditTagDocument } from '../../documents.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { isEmail } from '../../text/tags.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { EMPTY_TAG, isTaken, problemOf, toNewTag } from './edit-fields.ts'
import { TagForm } from './form-fields.tsx'

interface NewTagProps {
  kind: 'people' | 'companies'
  opened: boolean
  /** What was searched for before. */
  initialName?: string
  onClose: () => void
}

/** A tag that was created longer ago than this was not created just now (ms). */
const JUST_NOW_MS = 10_000

/** Asks for a new person or company and opens it; if there is one with the address or domain already, opens that. */
export function NewTag({ kind, opened, initialName = '', onClose }: NewTagProps) {
  const navigate = useNavigate()
  const [edited, setEdited] = useState(EMPTY_TAG)
  const creation = useGraphMutation(EditTagDocument, { topics: ['tag'] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form begins anew when it is opened
  useEffect(() => {
    if (!opened) return
    const name = initialName.trim()
    const known = isEmail(name) && kind === 'people' ? { email: name } : { alias: name }
    setEdited({ ...EMPTY_TAG, kind: kind === 'people' ? 'person' : 'company', ...known })
    creation.reset()
  }, [opened])
  const problem = problemOf(creation.error, edited)
  const create = async (event: FormEvent) => {
    event.preventDefault()
    const sentAt = Date.now()
    const result = await creation.mutateAsync({ input: toNewTag(edited) }).catch(() => undefined)
    const tag = result?.upsertOneTag
    if (!tag) return
    onClose()
    const isOld = (tag.dateCreated ?? sentAt) < sentAt - JUST_NOW_MS
    if (isOld) notifyDone(`${tag.alias} was here already, and has been updated.`)
    void navigate(`/tags/${tag._id}`)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={kind === 'people' ? 'New person' : 'New company'} size="lg">
      <form onSubmit={(event) => void create(event)} noValidate>
        <Stack>
          <TagForm edited={edited} onChange={setEdited} problem={problem} isTaken={isTaken(creation.error)} isNew />
          {problem?.field === undefined && <MutationError error={creation.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={creation.isPending}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
