import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { titleOf } from '../text/blocks.ts'
import { BlockIcon } from '../ui/kind-icon.tsx'
import { MutationError } from '../ui/mutation-error.tsx'
import type { AttachedBlock } from './attachment.ts'

interface NewBlockDialogProps {
  title: string
  opened: boolean
  onClose: () => void
  /** The verb on the button. */
  action: string
  /** What it is about, shown above the fields. */
  block: AttachedBlock | undefined
  isRunning: boolean
  isComplete?: boolean
  error: unknown
  onSubmit: () => Promise<unknown>
  children: ReactNode
}

/** The dialog of a new block. What was entered stays when it is closed, until it has been created. Ctrl or ⌘ and Enter create. */
export function NewBlockDialog(props: NewBlockDialogProps) {
  const { title, opened, onClose, action, block, isRunning, isComplete = true, error, onSubmit, children } = props
  const submit = () => {
    if (isComplete && !isRunning) void onSubmit().catch(() => {})
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          {block && (
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" c="dimmed">
                About
              </Text>
              <BlockIcon type={block.blockType} size={20} />
              <Text size="sm" truncate="end">
                {titleOf(block)}
              </Text>
            </Group>
          )}
          {children}
          <MutationError error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isRunning} disabled={!isComplete}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
