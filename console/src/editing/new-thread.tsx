import { Modal } from '@mantine/core'
import type { Attachment } from './attachment.ts'

interface NewThreadProps extends Attachment {
  opened: boolean
  onClose: () => void
}

/** Asks for a new thread and opens it. It can be opened from anywhere. */
export function NewThread({ opened, onClose }: NewThreadProps) {
  return <Modal opened={opened} onClose={onClose} title="New thread" />
}
