import { strToU8, zipSync } from 'fflate'
import type { HttpResponse } from '../../core/http/responses.ts'
import { writePdf } from '../../core/office/pdf.ts'
import { toHtml, toMarkdown, toPlainText } from '../../core/office/rich-text-formats.ts'
import { writeWord } from '../../core/office/word-writer.ts'
import { writeWorkbook } from '../../core/office/workbook.ts'
import { API_HEADERS } from '../api/responses.ts'
import { type GoogleDocument, toExportedTexts, toPages } from '../docs/document.ts'
import { toCsv, toValues } from '../sheets/csv.ts'
import type { Spreadsheet } from '../sheets/spreadsheet.ts'
import { findFile, mayDownload } from './access.ts'
import { fail, failInvalid } from './failures.ts'
import { type Content, type DriveFile, MIME } from './file.ts'
import type { DriveCallContext } from './route.ts'

type Exporters<T> = Readonly<Record<string, (content: T, name: string) => Buffer>>

const BOM = '\uFEFF'

/** https://developers.google.com/workspace/drive/api/guides/ref-export-formats */
const DOCUMENT_FORMATS: Exporters<GoogleDocument> = {
  'text/plain': (document) => Buffer.from(BOM + toPlainText(toExportedTexts(document)).replaceAll('\n', '\r\n')),
  'text/markdown': (document) => Buffer.from(toMarkdown(toExportedTexts(document))),
  [MIME.pdf]: (document, name) => writePdf(name, toPlainText(toPages(document))),
  [MIME.word]: (document) => writeWord(toPages(document)),
  // HTML is a ZIP archive with a page and a folder of its images.
  'application/zip': (document, name) => {
    const page = strToU8(toHtml(name, toExportedTexts(document)))
    const fileName = `${name.replace(/[^\p{L}\p{N}]/gu, '')}.html`
    return Buffer.from(zipSync({ [fileName]: page }, { mtime: '2026-01-01T12:00:00Z' }))
  },
}

/** CSV has the first sheet only. */
const SPREADSHEET_FORMATS: Exporters<Spreadsheet> = {
  'text/csv': ({ sheets: [first] }) => Buffer.from(first ? toCsv(first) : ''),
  [MIME.excel]: ({ sheets }) => writeWorkbook(sheets.map((sheet) => ({ title: sheet.title, rows: toValues(sheet) }))),
  [MIME.pdf]: ({ sheets }, name) => writePdf(name, sheets.map(toCsv).join('\n')),
}

const PRESENTATION_FORMATS: Exporters<string[]> = {
  'text/plain': (slides) => Buffer.from(BOM + slides.join('\r\n')),
  [MIME.pdf]: (slides, name) => writePdf(name, slides.join('\n')),
}

/** GET /drive/v3/files/{id}/export. It reaches shared drives without a parameter. */
export function exportFile(call: DriveCallContext): HttpResponse {
  const { request, google } = call
  const found = findFile(call, request.params.fileId ?? '', { allDrives: true })
  const type = request.url.searchParams.get('mimeType')
  if (!type) return failInvalid(request, 'Required parameter: mimeType', { reason: 'required', location: 'mimeType' })
  if (!mayDownload(found)) return fail(request, 'cannotDownloadFile')
  const { file } = found
  const bytes = convert(file, type)
  if (bytes === 'not-exportable') return fail(request, 'fileNotExportable')
  if (!bytes) {
    return failInvalid(request, 'The requested conversion is not supported.', {
      reason: 'badRequest',
      location: 'convertTo',
    })
  }
  if ((file.exportBytes ?? bytes.length) > google.settings.exportLimitBytes)
    return fail(request, 'exportSizeLimitExceeded')
  return { status: 200, headers: { ...API_HEADERS, 'content-type': type }, body: bytes }
}

/** Returns undefined for a format that does not exist for this kind of file. */
function convert({ content, name }: DriveFile, type: string): Buffer | undefined | 'not-exportable' {
  if (content.kind === 'document') return DOCUMENT_FORMATS[type]?.(content.document, name)
  if (content.kind === 'spreadsheet') return SPREADSHEET_FORMATS[type]?.(content.spreadsheet, name)
  if (content.kind === 'presentation') return PRESENTATION_FORMATS[type]?.(content.slides, name)
  return 'not-exportable'
}

/** The text of a file for tests: that of the document, the CSV of each sheet, or the bytes as UTF-8. */
export function readText(content: Content): string {
  if (content.kind === 'document') return toPlainText(toExportedTexts(content.document))
  if (content.kind === 'spreadsheet') return content.spreadsheet.sheets.map(toCsv).join('\n')
  if (content.kind === 'presentation') return content.slides.join('\n')
  return content.kind === 'bytes' ? content.bytes.toString('utf8') : ''
}
