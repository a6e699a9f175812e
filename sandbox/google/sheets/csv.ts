import type { WorkbookCell } from '../../core/office/workbook.ts'
import { formatCell, type Sheet } from './spreadsheet.ts'

/** The displayed values as CSV with CRLF between the rows (RFC 4180). */
export function toCsv({ rows }: Sheet): string {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows
    .map((row) => Array.from({ length: width }, (_, column) => quote(formatCell(row[column]))).join(','))
    .join('\r\n')
}

/** The values without formulas. */
export function toValues({ rows }: Sheet): WorkbookCell[][] {
  return rows.map((row) => row.map((cell) => (typeof cell === 'object' && cell !== null ? cell.value : cell)))
}

/** Parses CSV (RFC 4180). */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g
  for (const [whole, quoted, plain = '', end] of text.matchAll(pattern)) {
    if (whole === '' && rows.at(-1)?.length === 0) break
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}
