import type { ExternalNote, ProblemItem } from '../../../src/contract/index.ts'
import type { WriteOutcome } from '../api/collections.ts'
import { toId } from '../api/ids.ts'

/** A note of the request that is being written. */
export interface PendingNote {
  note: ExternalNote
  /** JSON pointer to the note in the request. */
  pointer: string
  title: string
  /** Ids of the note in Salesforce: several if each record has a note of its own. */
  ids: string[]
  isUpdate: boolean
  /** Ids of the records that the note belongs to. */
  parents: string[]
  /** Problems found before writing. */
  problems: ProblemItem[]
}

/** The outcome of writing a note. If it failed in part, the note may exist nevertheless and then has an id. */
export interface NoteResult {
  id?: string
  outcome: WriteOutcome
  /** Sentences for the person about how it was written. */
  warnings?: string[]
}

/** Maximum length of a title in characters. */
const MAX_TITLE_LENGTH = 255

export function toPendingNote(note: ExternalNote, pointer: string): PendingNote {
  const externalIds = note.externalId ? note.externalId.split('.') : []
  const problems = [
    ...externalIds.filter((text) => !toId(text)).map(() => malformedId(`${pointer}/externalId`)),
    ...note.tags.flatMap(({ externalId }, index) => {
      return toId(externalId) ? [] : [malformedId(`${pointer}/tags/${index}/externalId`)]
    }),
  ]
  return {
    note,
    pointer,
    title: note.title.trim().slice(0, MAX_TITLE_LENGTH).toWellFormed() || 'Note',
    ids: externalIds.flatMap((text) => toId(text) ?? []),
    isUpdate: externalIds.length > 0,
    parents: [...new Set(note.tags.flatMap(({ externalId }) => toId(externalId) ?? []))],
    problems,
  }
}

function malformedId(pointer: string): ProblemItem {
  return { pointer, detail: 'This is not the id of a Salesforce record.', code: 'MALFORMED_ID' }
}
