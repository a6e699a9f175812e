import type { Row } from '../schema/field.ts'
import { recordError } from './errors.ts'
import type { WriteContext } from './new-row.ts'

/** Throws when the document is already linked to the record. */
export function rejectDuplicateLink({ database }: WriteContext, row: Row, previous?: Row): Row {
  const siblings = database.findByValue('ContentDocumentLink', 'ContentDocumentId', row.ContentDocumentId ?? null)
  if (!previous && siblings.some(({ LinkedEntityId }) => LinkedEntityId === row.LinkedEntityId)) {
    const unknown = '<unknown>'
    throw recordError(
      'DUPLICATE_VALUE',
      `duplicate value found: ${unknown} duplicates value on record with id: ${unknown}`,
    )
  }
  return row
}

/** Links a document to a record. The share type is `I` for the owner and `V` for records. */
export function insertDocumentLink(
  { database }: WriteContext,
  document: Row,
  linkedEntityId: string,
  shareType: 'I' | 'V',
): void {
  const type = database.schema.object('ContentDocumentLink')
  database.put('ContentDocumentLink', {
    Id: database.nextId(type?.keyPrefix ?? ''),
    ContentDocumentId: document.Id ?? null,
    LinkedEntityId: linkedEntityId,
    ShareType: shareType,
    Visibility: 'AllUsers',
    SystemModstamp: document.SystemModstamp ?? null,
    IsDeleted: false,
  })
}
