import type { Row } from '../api/pages.ts'

/** A table of texts. */
export interface Sheet {
  columns: string[]
  rows: string[][]
}

/** Rows of a query as a sheet: a parent's fields become columns of their own (`Account.Name`). */
export function toSheet(rows: readonly Row[]): Sheet {
  const flat = rows.map((row) => new Map(flatten(row)))
  const paths = [...new Set(flat.flatMap((row) => [...row.keys()]))]
  // Where a parent is missing it stands by itself, beside the columns that it has in other rows.
  const columns = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)))
  return { columns, rows: flat.map((row) => columns.map((column) => row.get(column) ?? '')) }
}

function flatten(row: Row, prefix = ''): [path: string, text: string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] => {
    if (name === 'attributes') return []
    if (isParent(value)) return flatten(value, `${prefix}${name}.`)
    return [[`${prefix}${name}`, toText(value)]]
  })
}

/** Children come as an answer of their own, with `records`. */
function isParent(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !('records' in value)
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A sheet as CSV (RFC 4180), with the mark by which spreadsheets know that it is UTF-8. */
export async function toCsv({ columns, rows }: Sheet): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(
    [columns, ...rows].map((row) => row.map(escapeFormula)),
    { bom: true, record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
}

/** A text that a spreadsheet would run as a formula is kept a text; numbers stay numbers. */
function escapeFormula(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(?:[.,]\d+)*%?$/.test(cell) ? `'${cell}` : cell
}
