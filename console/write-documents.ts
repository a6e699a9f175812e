import { type DocumentsTarget, writeDocuments } from '../platform/client/write-documents.ts'

/** The console's own documents, which select only what a page shows. */
export const CONSOLE_DOCUMENTS: DocumentsTarget = {
  folder: new URL('documents/', import.meta.url),
  file: new URL('src/documents.ts', import.meta.url),
  typed: '../../platform/client/index.ts',
}

if (import.meta.main) void writeDocuments(CONSOLE_DOCUMENTS)
