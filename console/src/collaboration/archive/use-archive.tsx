import { Button, Group, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { BlockType } from '../../../../platform/client/index.ts'
import { ArchiveBlockDocument } from '../../documents.ts'
import type { Topic } from '../../graph/topics.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { PartBoundary } from '../../ui/boundary.tsx'
import { lazyPart } from '../../ui/load-part.ts'
import { notify, notifyDone, notifyFailure } from '../../ui/notify.ts'
import type { Assessment } from './dialog.tsx'

/** Most blocks are archived without it. */
const ArchiveDialog = lazyPart(() => import('./dialog.tsx').then((dialog) => ({ default: dialog.ArchiveDialog })))

/** How long the notification offers to undo (ms). */
const UNDO_MS = 10_000

interface Archivable {
  _id: string
  blockType: BlockType
  title: string | null
}

/**
 * Archives and restores a block. If others depend on it, nothing happens before the person has confirmed it in `dialog`,
 * which the caller renders.
 */
export function useArchive(block: Archivable, { topics = [] }: { topics?: readonly Topic[] } = {}) {
  const [assessment, setAssessment] = useState<Assessment>()
  const [hasAsked, setAsked] = useState(false)
  const mutation = useGraphMutation(ArchiveBlockDocument, { topics: [`block:${block._id}`, ...topics] })
  const kind = block.blockType === 'message' ? 'comment' : BLOCK_KINDS[block.blockType].singular
  const restore = async () => {
    try {
      await mutation.mutateAsync({ input: { _id: block._id, archive: false } })
      notifyDone(`The ${kind} is back`)
    } catch (error) {
      notifyFailure(error)
    }
  }
  const archive = async (confirmed = false) => {
    try {
      const { archiveOneBlock: result } = await mutation.mutateAsync({ input: { _id: block._id, confirmed } })
      if (result?.metadataChange) {
        setAsked(true)
        return setAssessment(result.metadataChange.assessment)
      }
      setAssessment(undefined)
      offerUndo(`The ${kind} is archived`, restore)
    } catch (error) {
      if (!confirmed) notifyFailure(error)
    }
  }
  const dialog = hasAsked && (
    <PartBoundary>
      <Suspense>
        <ArchiveDialog
          assessment={assessment}
          kind={kind}
          isRunning={mutation.isPending}
          error={assessment ? mutation.error : undefined}
          onConfirm={() => archive(true)}
          onClose={() => {
            mutation.reset()
            setAssessment(undefined)
          }}
        />
      </Suspense>
    </PartBoundary>
  )
  return { archive: () => archive(), restore, isPending: mutation.isPending, dialog }
}

function offerUndo(message: string, undo: () => unknown): void {
  const shown = notify({
    autoClose: UNDO_MS,
    color: 'green',
    message: (
      <Group justify="space-between" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            shown.hide()
            undo()
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
}
