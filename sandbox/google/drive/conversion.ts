import { paragraph } from '../../core/office/rich-text.ts'
import { readWord } from '../../core/office/word-reader.ts'
import { createDocument } from '../docs/document.ts'
import { parseCsv } from '../sheets/csv.ts'
import { createSpreadsheet } from '../sheets/spreadsheet.ts'
import { type Content, MIME } from './file.ts'

/**
 * Converts an upload to a Google editor's type. Returns undefined if there is no such conversion or the bytes are not of
 * their type.
 */
export function convertUpload(bytes: Buffer, from: string, to: string): Content | undefined {
  if (to === MIME.document && from === MIME.word) return convertWord(bytes)
  if (to === MIME.document && (from === 'text/plain' || from === 'text/markdown')) {
    const lines = bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
    return {
      kind: 'document',
      document: createDocument([{ title: 'Tab 1', body: lines.map((line) => paragraph(line)) }]),
    }
  }
  if (to === MIME.spreadsheet && from === 'text/csv') {
    return { kind: 'spreadsheet', spreadsheet: createSpreadsheet({ Sheet1: parseCsv(bytes.toString('utf8')) }) }
  }
  return undefined
}

/** All sections of the Word file become one tab. */
function convertWord(bytes: Buffer): Content | undefined {
  try {
    return { kind: 'document', document: createDocument([{ title: 'Tab 1', ...readWord(bytes) }]) }
  } catch {
    return undefined
  }
}
