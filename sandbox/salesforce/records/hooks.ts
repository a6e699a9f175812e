import type { Row } from '../schema/field.ts'
import { addPrimaryRole, updatePrimaryContact } from './contact-roles.ts'
import { rejectDuplicateLink } from './document-links.ts'
import { prepareVersion, publishFile } from './files.ts'
import type { WriteContext } from './new-row.ts'
import { prepareNote, publishNote } from './notes.ts'
import { savePersonContact } from './person-contacts.ts'

/** Platform logic that runs when a row of an object is saved. */
interface Hook {
  /** Returns the row to save, or throws a RecordError. */
  beforeSave?(context: WriteContext, row: Row, previous?: Row): Row
  /** Writes dependent rows. */
  afterSave?(context: WriteContext, row: Row, previous?: Row): void
}

const HOOKS: Readonly<Record<string, Hook>> = {
  Account: { afterSave: savePersonContact },
  ContentDocumentLink: { beforeSave: rejectDuplicateLink },
  ContentNote: { beforeSave: prepareNote, afterSave: publishNote },
  Opportunity: { afterSave: addPrimaryRole },
  OpportunityContactRole: { afterSave: updatePrimaryContact },
  ContentVersion: { beforeSave: prepareVersion, afterSave: publishFile },
}

/** Saves a row and runs the hooks of its object. Returns the saved row. */
export function save(context: WriteContext, object: string, row: Row, previous?: Row): Row {
  const final = HOOKS[object]?.beforeSave?.(context, row, previous) ?? row
  context.database.put(object, final)
  HOOKS[object]?.afterSave?.(context, final, previous)
  return final
}
