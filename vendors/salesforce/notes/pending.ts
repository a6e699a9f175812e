import type { ExternalNote, ProblemItem } from '../../../src/contract/index.ts'
import type { Outcome } from '../api/collections.ts'
import { toId } from '../api/ids.ts'

/** A note on its way. */
export interface NoteDraft {
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
export interface NoteOutcome {
  id?: string
  outcome: Outcome
}

/** Characters of a title. */
const LONGEST_TITLE = 255

export function toNoteDraft(note: ExternalNote, pointer: string): NoteDraft {
  const given = note.externalId ? note.externalId.split('..') : []
  const problems = [
    ...given.filter((text) => !toId(text)).map(() => malformed(`${pointer}/externalId`)),
    ...note.tags.flatMap(({ externalId }, index) => {
      return toId(externalId) ? [] : [malformed(`${pointer}/tags/${index}/externalId`)]
    }),
  ]
  return {
    note,
    pointer,
    title: note.title.trim().slice(0, LONGEST_TITLE).toWellFormed() || 'Note',
    ids: given.flatMap((text) => toId(text) ?? []),
    isUpdate: given.length > 0,
    parents: [...new Set(note.tags.flatMap(({ externalId }) => toId(externalId) ?? []))],
    problems,
  }
}

function malformed(pointer: string): ProblemItem {
  return { pointer, detail: 'This is no id of a Salesforce record.', code: 'MALFORMED_ID' }
}
