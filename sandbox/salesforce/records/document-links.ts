import type { Row } from '../schema/field.ts'
import { recordError } from './errors.ts'
import type { WriteContext } from './new-row.ts'

/** A document is linked to a record once. */
export function rejectDuplicateLink({ database }: WriteContext, row: Row, old?: Row): Row {
  const siblings = database.findByValue('ContentDocumentLink', 'ContentDocumentId', row.ContentDocumentId ?? null)
  if (!old && siblings.some(({ LinkedEntityId }) => LinkedEntityId === row.LinkedEntityId)) {
    const unknown = '<unknown>'
    throw recordError(
      'DUPLICATE_VALUE',
      `duplicate value found: ${unknown} duplicates value on record with id: ${unknown}`,
    )
  }
  return row
}

/** Shows a document with a record; its owner has the share type `I`, records have `V`. */
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
