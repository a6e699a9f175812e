import type { ExternalNote, ProblemItem } from '../../../src/contract/index.ts'
import type { WriteOutcome } from '../api/collections.ts'
import { toId } from '../api/ids.ts'

/** A note on its way. */
export interface PendingNote {
  note: ExternalNote
  /** Its place in the request, as a JSON pointer. */
  pointer: string
  title: string
  /** Ids of what stands for it at Salesforce: one, or several where every record has a note of its own. */
  ids: string[]
  isUpdate: boolean
  /** Ids of the records it belongs to. */
  parents: string[]
  /** What is wrong with it from the start. */
  problems: ProblemItem[]
}

/** What became of a note. It can stand at Salesforce, with an id, although something about it failed. */
export interface NoteResult {
  id?: string
  outcome: WriteOutcome
}

/** Characters of a title. */
const MAX_TITLE_LENGTH = 255

export function toPendingNote(note: ExternalNote, pointer: string): PendingNote {
  const given = note.externalId ? note.externalId.split('.') : []
  const problems = [
    ...given.filter((text) => !toId(text)).map(() => malformedId(`${pointer}/externalId`)),
    ...note.tags.flatMap(({ externalId }, index) => {
      return toId(externalId) ? [] : [malformedId(`${pointer}/tags/${index}/externalId`)]
    }),
  ]
  return {
    note,
    pointer,
    title: note.title.trim().slice(0, MAX_TITLE_LENGTH).toWellFormed() || 'Note',
    ids: given.flatMap((text) => toId(text) ?? []),
    isUpdate: given.length > 0,
    parents: [...new Set(note.tags.flatMap(({ externalId }) => toId(externalId) ?? []))],
    problems,
  }
}

function malformedId(pointer: string): ProblemItem {
  return { pointer, detail: 'This is no id of a Salesforce record.', code: 'MALFORMED_ID' }
}
