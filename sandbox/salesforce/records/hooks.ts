import type { Row } from '../schema/field.ts'
import { rejectDuplicateLink } from './document-links.ts'
import { prepareVersion, publishFile } from './files.ts'
import type { WriteContext } from './new-row.ts'
import { prepareNote, publishNote } from './notes.ts'

/** What saving a row of some object means beyond saving it. */
interface Hook {
  /** The row as it is saved; the last chance to refuse. */
  before?(context: WriteContext, row: Row, old?: Row): Row
  /** What else comes into being. */
  after?(context: WriteContext, row: Row, old?: Row): void
}

const HOOKS: Readonly<Record<string, Hook>> = {
  ContentDocumentLink: { before: rejectDuplicateLink },
  ContentNote: { before: prepareNote, after: publishNote },
  ContentVersion: { before: prepareVersion, after: publishFile },
}

/** Puts the row into its table, with all that this means. */
export function save(context: WriteContext, object: string, row: Row, old?: Row): Row {
  const final = HOOKS[object]?.before?.(context, row, old) ?? row
  context.database.put(object, final)
  HOOKS[object]?.after?.(context, final, old)
  return final
}
