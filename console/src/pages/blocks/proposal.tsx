import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { isEditable } from '../../collaboration/shown-block.ts'
import { ApproveTaskDocument, DismissTaskDocument } from '../../documents.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import type { ShownPage } from './shared/block.ts'

/** Something that was proposed and waits for approval. Tasks are accepted or dismissed here. */
export function Proposal({ block }: { block: ShownPage }) {
  const { singular } = BLOCK_KINDS[block.blockType]
  const isDecidable = block.__typename === 'Task' && isEditable(block)
  return (
    <Alert
      variant="light"
      color="violet"
      icon={<IconBulb aria-hidden />}
      py="xs"
      title={`This ${singular} is a proposal`}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {isDecidable
            ? 'Accept it to have it among your tasks, or dismiss it to archive it.'
            : 'It waits for the approval of whoever may change it.'}
        </Text>
        {isDecidable && <ProposalButtons taskId={block._id} />}
      </Stack>
    </Alert>
  )
}

interface ProposalButtonsProps {
  taskId: string
  size?: 'xs' | 'compact-xs'
  /** What the task is called, where there are several. */
  title?: string
}

/** Accepts or dismisses a proposed task. */
export function ProposalButtons({ taskId, size = 'xs', title }: ProposalButtonsProps) {
  const topics = [`block:${taskId}`, 'blocks:task'] as const
  const approve = useGraphMutation(ApproveTaskDocument, { topics })
  const dismiss = useGraphMutation(DismissTaskDocument, { topics })
  const isRunning = approve.isPending || dismiss.isPending
  const labelOf = (verb: string) => (title === undefined ? undefined : `${verb} “${title}”`)
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap">
        <Button
          size={size}
          loading={approve.isPending}
          disabled={isRunning}
          aria-label={labelOf('Accept')}
          onClick={() => approve.mutate({ id: taskId })}
        >
          Accept
        </Button>
        <Button
          size={size}
          variant="default"
          loading={dismiss.isPending}
          disabled={isRunning}
          aria-label={labelOf('Dismiss')}
          onClick={() => dismiss.mutate({ id: taskId })}
        >
          Dismiss
        </Button>
      </Group>
      <MutationError error={approve.error ?? dismiss.error} />
    </Stack>
  )
}
