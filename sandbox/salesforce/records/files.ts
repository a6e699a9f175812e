import { extname, parse } from 'node:path'
import type { Row } from '../schema/field.ts'
import { insertDocumentLink } from './document-links.ts'
import { recordError } from './errors.ts'
import type { WriteContext } from './new-row.ts'

const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  csv: 'CSV',
  docx: 'WORD_X',
  html: 'HTML',
  json: 'JSON',
  pdf: 'PDF',
  png: 'PNG',
  txt: 'TEXT',
  xlsx: 'EXCEL_X',
}

/** A new version brings its file along: a name, from which its kind is known, and the bytes. */
export function prepareVersion({ database }: WriteContext, row: Row, old?: Row): Row {
  if (old) return row
  const missing = ['PathOnClient', 'VersionData'].filter((name) => (row[name] ?? null) === null)
  if (missing.length > 0) {
    throw recordError('REQUIRED_FIELD_MISSING', `Required fields are missing: [${missing.join(', ')}]`, missing)
  }
  const path = String(row.PathOnClient)
  const extension = extname(path).slice(1).toLowerCase()
  const documentId = row.ContentDocumentId ?? null
  const earlier =
    documentId === null ? 0 : database.findByValue('ContentVersion', 'ContentDocumentId', documentId).length
  return {
    ...row,
    ContentDocumentId: documentId ?? database.nextId('069'),
    Title: row.Title ?? parse(path).name,
    FileExtension: extension === '' ? null : extension,
    FileType: TYPE_BY_EXTENSION[extension] ?? 'UNKNOWN',
    ContentSize: Buffer.from(String(row.VersionData), 'base64').length,
    VersionNumber: String(earlier + 1),
    IsLatest: true,
  }
}

/** The first version makes the document; a later one takes the place of the one before. */
export function publishFile(context: WriteContext, version: Row, old?: Row): void {
  if (old) return
  const { database } = context
  const known = database.get('ContentDocument', String(version.ContentDocumentId))
  for (const earlier of database.findByValue(
    'ContentVersion',
    'ContentDocumentId',
    version.ContentDocumentId ?? null,
  )) {
    if (earlier.Id !== version.Id && earlier.IsLatest) database.put('ContentVersion', { ...earlier, IsLatest: false })
  }
  const document = toDocument(version, known)
  database.put('ContentDocument', document)
  if (known) return
  insertDocumentLink(context, document, context.userId, 'I')
  if (typeof version.FirstPublishLocationId === 'string' && version.FirstPublishLocationId !== context.userId) {
    insertDocumentLink(context, document, version.FirstPublishLocationId, 'V')
  }
}

/** The document over its latest version. */
export function toDocument(version: Row, known: Row = {}): Row {
  const { CreatedDate, CreatedById, OwnerId, LastModifiedDate, LastModifiedById, SystemModstamp } = version
  const made = { CreatedDate, CreatedById, OwnerId, ...known }
  const { Title, FileType, FileExtension, ContentSize } = version
  const shown = { Title, FileType, FileExtension, ContentSize, LatestPublishedVersionId: version.Id }
  const stamped = { LastModifiedDate, LastModifiedById, SystemModstamp, IsDeleted: false }
  return { ...made, ...shown, ...stamped, Id: version.ContentDocumentId } as Row
}
