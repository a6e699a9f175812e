import type { Row } from '../schema/field.ts'
import { checkLinkIsNew } from './document-links.ts'
import { publishFile, versioned } from './files.ts'
import type { Author } from './new-row.ts'
import { publishNote, written } from './notes.ts'

/** What saving a row of some object means beyond saving it. */
interface Hook {
  /** The row as it is saved; the last chance to refuse. */
  before?(author: Author, row: Row, old?: Row): Row
  /** What else comes into being. */
  after?(author: Author, row: Row, old?: Row): void
}

const HOOKS: Readonly<Record<string, Hook>> = {
  ContentDocumentLink: { before: checkLinkIsNew },
  ContentNote: { before: written, after: publishNote },
  ContentVersion: { before: versioned, after: publishFile },
}

/** Puts the row into its table, with all that this means. */
export function save(author: Author, object: string, row: Row, old?: Row): Row {
  const final = HOOKS[object]?.before?.(author, row, old) ?? row
  author.database.put(object, final)
  HOOKS[object]?.after?.(author, final, old)
  return final
}
