import { paint, write } from './output.ts'

/** Prints rows below their headings. Numeric columns are right-aligned. */
export function printTable(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map(String))
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const formatRow = (row: readonly string[], isNumeric: readonly boolean[]) =>
    row
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const numeric = headings.map((_heading, column) => rows.every((row) => typeof row[column] === 'number'))
  write(paint('bold', formatRow(headings, numeric)))
  write(paint('dim', widths.map((width) => '─'.repeat(width)).join('  ')))
  for (const row of cells) write(formatRow(row, numeric))
}
