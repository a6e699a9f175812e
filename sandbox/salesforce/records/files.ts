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

/** Derives the system fields of a new version from its file name and content. */
export function prepareVersion({ database }: WriteContext, row: Row, previous?: Row): Row {
  if (previous) return row
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

/** The first version creates the document; later ones replace the latest version. */
export function publishFile(context: WriteContext, version: Row, previous?: Row): void {
  if (previous) return
  const { database } = context
  const existing = database.get('ContentDocument', String(version.ContentDocumentId))
  for (const earlier of database.findByValue(
    'ContentVersion',
    'ContentDocumentId',
    version.ContentDocumentId ?? null,
  )) {
    if (earlier.Id !== version.Id && earlier.IsLatest) database.put('ContentVersion', { ...earlier, IsLatest: false })
  }
  const document = toDocument(version, existing)
  database.put('ContentDocument', document)
  if (existing) return
  insertDocumentLink(context, document, context.userId, 'I')
  if (typeof version.FirstPublishLocationId === 'string' && version.FirstPublishLocationId !== context.userId) {
    insertDocumentLink(context, document, version.FirstPublishLocationId, 'V')
  }
}

/** The ContentDocument row for its latest version. */
export function toDocument(version: Row, existing: Row = {}): Row {
  const { CreatedDate, CreatedById, OwnerId, LastModifiedDate, LastModifiedById, SystemModstamp } = version
  const created = { CreatedDate, CreatedById, OwnerId, ...existing }
  const { Title, FileType, FileExtension, ContentSize } = version
  const latest = { Title, FileType, FileExtension, ContentSize, LatestPublishedVersionId: version.Id }
  const modified = { LastModifiedDate, LastModifiedById, SystemModstamp, IsDeleted: false }
  return { ...created, ...latest, ...modified, Id: version.ContentDocumentId } as Row
}
