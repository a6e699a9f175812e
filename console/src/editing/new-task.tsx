import { Modal } from '@mantine/core'
import type { Attachment } from './attachment.ts'

interface NewTaskProps extends Attachment {
  opened: boolean
  onClose: () => void
}

/** Asks for a new task and opens it. It can be opened from anywhere. */
export function NewTask({ opened, onClose }: NewTaskProps) {
  return <Modal opened={opened} onClose={onClose} title="New task" />
}
