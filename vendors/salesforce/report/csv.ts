import type { Row } from '../api/pages.ts'

export interface Sheet {
  columns: string[]
  rows: string[][]
}

/** Converts rows of a query to a sheet. The fields of a parent record become columns (`Account.Name`). */
export function toSheet(rows: readonly Row[]): Sheet {
  const flatRows = rows.map((row) => new Map(flatten(row)))
  const paths = [...new Set(flatRows.flatMap((row) => [...row.keys()]))]
  // A missing parent is a null value under its own name, which other rows replace by columns.
  const columns = paths.filter((path) => !paths.some((longerPath) => longerPath.startsWith(`${path}.`)))
  return { columns, rows: flatRows.map((row) => columns.map((column) => row.get(column) ?? '')) }
}

function flatten(row: Row, prefix = ''): [path: string, text: string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] => {
    if (name === 'attributes') return []
    if (isParent(value)) return flatten(value, `${prefix}${name}.`)
    return [[`${prefix}${name}`, toText(value)]]
  })
}

/** Whether a value is a parent record. Child records are a nested query result with `records`. */
function isParent(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !('records' in value)
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Formats a sheet as CSV (RFC 4180), with the byte order mark by which spreadsheets recognize UTF-8. */
export async function toCsv({ columns, rows }: Sheet): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(
    [columns, ...rows].map((row) => row.map(escapeFormula)),
    { bom: true, record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
}

/** Prefixes texts that a spreadsheet would evaluate as a formula with a quote, but not numbers. */
function escapeFormula(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(?:[.,]\d+)*%?$/.test(cell) ? `'${cell}` : cell
}
