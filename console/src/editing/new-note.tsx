import { Modal } from '@mantine/core'
import type { Attachment } from './attachment.ts'

interface NewNoteProps extends Attachment {
  opened: boolean
  onClose: () => void
}

/** Asks for a new note and opens it. It can be opened from anywhere. */
export function NewNote({ opened, onClose }: NewNoteProps) {
  return <Modal opened={opened} onClose={onClose} title="New note" />
}
