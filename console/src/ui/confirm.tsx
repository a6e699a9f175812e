import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { MutationError } from './mutation-error.tsx'

interface ConfirmProps {
  opened: boolean
  title: string
  /** What will happen. */
  children: ReactNode
  /** The verb on the button, such as “Disconnect”. */
  action: string
  isDangerous?: boolean
  isRunning?: boolean
  error?: unknown
  onConfirm: () => unknown
  onClose: () => void
}

/** Asks before something that is hard to undo, and says what it does. Escape closes it. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, children, action, isDangerous = false, isRunning = false, error, onConfirm, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <MutationError error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={isDangerous ? 'red' : undefined} loading={isRunning} onClick={() => void onConfirm()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
