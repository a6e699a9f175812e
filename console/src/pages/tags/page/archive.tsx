import { Alert, Button, Group } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ArchiveTagDocument, type ShownTagFragment } from '../../../documents.ts'
import { afterwards, useGraphMutation } from '../../../graph/use-graph.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { MutationError } from '../../../ui/mutation-error.tsx'
import { notifyDone } from '../../../ui/notify.ts'

/** What the button says. */
export function archiveLabel({ archived, alias }: ShownTagFragment): string {
  return archived ? `Restore ${alias}` : `Archive ${alias}`
}

interface ArchiveProps {
  tag: ShownTagFragment
  opened: boolean
  onClose: () => void
}

/** Archives a tag, or restores it, after saying what that does. */
export function Archive({ tag, opened, onClose }: ArchiveProps) {
  const change = useGraphMutation(ArchiveTagDocument, { topics: ['tag', `tag:${tag._id}`] })
  // What was asked stays on the dialog while it closes.
  const [isRestoring, setRestoring] = useState(tag.archived)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is that of the moment in which it was opened
  useEffect(() => {
    if (opened) setRestoring(tag.archived)
  }, [opened])
  const confirm = () =>
    afterwards(change.mutateAsync({ id: tag._id, archive: !isRestoring }), () => {
      notifyDone(isRestoring ? `${tag.alias} is back in the lists.` : `${tag.alias} is archived.`)
      onClose()
    })
  return (
    <Confirm
      opened={opened}
      title={`${archiveLabel({ ...tag, archived: isRestoring })}?`}
      action={isRestoring ? 'Restore' : 'Archive'}
      isDangerous={!isRestoring}
      isRunning={change.isPending}
      error={change.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isRestoring
        ? `${tag.alias} appears in lists and in the search again.`
        : `${tag.alias} disappears from lists and from the search. Everything that is linked to it stays, and what is shared with it stays shared. You can restore it from this page.`}
    </Confirm>
  )
}

/** Says that a tag is archived, and offers to restore it. */
export function ArchivedNotice({ tag }: { tag: ShownTagFragment }) {
  const change = useGraphMutation(ArchiveTagDocument, { topics: ['tag', `tag:${tag._id}`] })
  if (!tag.archived) return null
  return (
    <Alert color="gray" icon={<IconArchive aria-hidden />} title="This is archived">
      <Group justify="space-between">
        It is in no list and in no search. What is shared with it stays shared.
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ id: tag._id, archive: false })}
        >
          Restore
        </Button>
      </Group>
      <MutationError error={change.error} />
    </Alert>
  )
}
