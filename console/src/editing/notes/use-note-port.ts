import { useEffect, useMemo, useRef } from 'react'
import { GraphRequestError } from '../../../../platform/client/index.ts'
import { EditedNoteDocument, type EditedNoteQuery, SaveNoteDocument } from '../../documents.ts'
import { useGraphMutation, useGraphQuery } from '../../graph/use-graph.ts'
import type { NoteVersion } from './drafts.ts'
import type { NotePort } from './saver.ts'

type Found = NonNullable<EditedNoteQuery['block']>
export type EditedNote = Extract<Found, { _id: string }>

/** The note that a query found; undefined if the block is of another type. */
export function toNote(data: EditedNoteQuery | undefined): EditedNote | undefined {
  const block = data?.block
  return block && isNote(block) ? block : undefined
}

function isNote(block: Found): block is EditedNote {
  return '_id' in block
}

export function toVersion({ title, document, dateUpdated }: EditedNote): NoteVersion {
  return { title: title ?? '', document, dateUpdated: dateUpdated ?? 0 }
}

const TRANSIENT: readonly string[] = [
  'UNREACHABLE',
  'INVALID_RESPONSE',
  'TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'RATE_LIMITED',
  'INTERNAL_SERVER_ERROR',
]

const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof GraphRequestError && codes.includes(error.code)

/** Reads a note, keeps it true, and gives the saver its way to the platform. */
export function useNotePort(noteId: string) {
  const query = useGraphQuery(EditedNoteDocument, { input: { _id: noteId } }, { topics: [`block:${noteId}`] })
  const { mutateAsync } = useGraphMutation(SaveNoteDocument)
  // Functions of the latest rendering: a saver lives longer than the editor.
  const latest = useRef({ refetch: query.refetch, save: mutateAsync })
  useEffect(() => {
    latest.current = { refetch: query.refetch, save: mutateAsync }
  })
  const port = useMemo<NotePort>(
    () => ({
      read: async () => {
        const note = toNote((await latest.current.refetch({ throwOnError: true })).data)
        if (!note) throw new Error('The note was not found.')
        return toVersion(note)
      },
      write: async (changed, ifUnchangedSince) => {
        const { upsertOneNote } = await latest.current.save({ input: { _id: noteId, ...changed, ifUnchangedSince } })
        return upsertOneNote?.dateUpdated ?? ifUnchangedSince
      },
      isConflict: (error) => hasCode(error, ['CONFLICT']),
      isTransient: (error) => hasCode(error, TRANSIENT),
    }),
    [noteId],
  )
  return { query, port }
}
