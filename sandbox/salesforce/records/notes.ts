import type { Row } from '../schema/field.ts'
import { linkDocument } from './document-links.ts'
import { failure } from './failure.ts'
import { documentOf } from './files.ts'
import type { Author } from './new-row.ts'
import { keptHtml, previewOf } from './note-html.ts'

/** An enhanced note as it is saved: every change is a new version of its content. */
export function written({ database }: Author, row: Row, old?: Row): Row {
  const html = row.Content === old?.Content ? decoded(row) : keptHtml(decoded(row))
  return {
    ...row,
    Content: Buffer.from(html, 'utf8').toString('base64'),
    ContentSize: Buffer.byteLength(html),
    TextPreview: previewOf(html),
    FileType: 'SNOTE',
    FileExtension: 'snote',
    IsReadOnly: false,
    LatestPublishedVersionId: database.nextId('068'),
  }
}

/** Behind a note stand a document of the same id and its versions. */
export function publishNote(author: Author, note: Row, old?: Row): void {
  const { database } = author
  const earlier = database.having('ContentVersion', 'ContentDocumentId', note.Id ?? null)
  for (const version of earlier) if (version.IsLatest) database.put('ContentVersion', { ...version, IsLatest: false })
  const version: Row = {
    ...note,
    Id: note.LatestPublishedVersionId ?? null,
    ContentDocumentId: note.Id ?? null,
    PathOnClient: `${String(note.Title)}.snote`,
    VersionData: note.Content ?? null,
    VersionNumber: String(earlier.length + 1),
    IsLatest: true,
  }
  database.put('ContentVersion', version)
  const document = documentOf(version, database.get('ContentDocument', String(note.Id)))
  database.put('ContentDocument', document)
  if (!old) linkDocument(author, document, author.userId, 'I')
}

function decoded({ Content }: Row): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(String(Content ?? ''), 'base64'))
  } catch {
    throw failure('FIELD_INTEGRITY_EXCEPTION', 'The content of a note has to be UTF-8', ['Content'])
  }
}
