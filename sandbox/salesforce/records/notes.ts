import type { Row } from '../schema/field.ts'
import { insertDocumentLink } from './document-links.ts'
import { recordError } from './errors.ts'
import { toDocument } from './files.ts'
import type { WriteContext } from './new-row.ts'
import { sanitizeNoteHtml, toPreview } from './note-html.ts'

/** Derives the system fields of an enhanced note. Every change creates a new version. */
export function prepareNote({ database }: WriteContext, row: Row, previous?: Row): Row {
  const html = row.Content === previous?.Content ? decodeContent(row) : sanitizeNoteHtml(decodeContent(row))
  return {
    ...row,
    Content: Buffer.from(html, 'utf8').toString('base64'),
    ContentSize: Buffer.byteLength(html),
    TextPreview: toPreview(html),
    FileType: 'SNOTE',
    FileExtension: 'snote',
    IsReadOnly: false,
    LatestPublishedVersionId: database.nextId('068'),
  }
}

/** Writes the ContentDocument with the same id, and its new version. */
export function publishNote(context: WriteContext, note: Row, previous?: Row): void {
  const { database } = context
  const earlier = database.findByValue('ContentVersion', 'ContentDocumentId', note.Id ?? null)
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
  const document = toDocument(version, database.get('ContentDocument', String(note.Id)))
  database.put('ContentDocument', document)
  if (!previous) insertDocumentLink(context, document, context.userId, 'I')
}

function decodeContent({ Content }: Row): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(String(Content ?? ''), 'base64'))
  } catch {
    throw recordError('FIELD_INTEGRITY_EXCEPTION', 'The content of a note has to be UTF-8', ['Content'])
  }
}
