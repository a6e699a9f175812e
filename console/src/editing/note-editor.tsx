import { Skeleton, Stack } from '@mantine/core'
import { Failure, Loaded } from '../ui/states.tsx'
import { EditedNoteForm } from './notes/form.tsx'
import { toNote, useNotePort } from './notes/use-note-port.ts'

/** A note that is written in, saved by itself; read-only for those who may not change it. It loads the note itself. */
export function NoteEditor({ noteId }: { noteId: string }) {
  const { query, port } = useNotePort(noteId)
  return (
    <Loaded query={query} loading={<NoteSkeleton />}>
      {(data) => {
        const note = toNote(data)
        return note ? <EditedNoteForm key={noteId} note={note} port={port} /> : <Failure error={NOT_A_NOTE} />
      }}
    </Loaded>
  )
}

const NOT_A_NOTE = new Error('This is not a note.')

function NoteSkeleton() {
  return (
    <Stack gap="sm" aria-busy>
      <Skeleton height={36} />
      <Skeleton height={260} />
    </Stack>
  )
}
