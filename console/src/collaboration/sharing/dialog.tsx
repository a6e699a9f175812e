import { Modal, Stack } from '@mantine/core'
import { Loaded } from '../../ui/states.tsx'
import { toCollaboration, useCollaboration } from '../use-collaboration.ts'
import { ShareForm } from './form.tsx'
import { ShareList } from './list.tsx'

interface ShareDialogProps {
  blockId: string
  /** What is shared, such as “note”. */
  kind: string
  opened: boolean
  onClose: () => void
}

/** Shares a block, and shows who sees it. */
export function ShareDialog({ blockId, kind, opened, onClose }: ShareDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Share this ${kind}`}>
      {opened && <Content blockId={blockId} />}
    </Modal>
  )
}

function Content({ blockId }: { blockId: string }) {
  const queries = useCollaboration(blockId)
  const shown = toCollaboration(queries)
  return (
    <Loaded query={queries.collaboration}>
      {() =>
        shown && (
          <Stack gap="lg">
            <ShareForm {...shown} />
            <ShareList {...shown} />
          </Stack>
        )
      }
    </Loaded>
  )
}
