/** Prints rows under their headings, numbers to the right. */
export function printTable(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map(String))
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[], numeric: readonly boolean[]) =>
    row
      .map((cell, i) => (numeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  const numeric = headings.map((_heading, column) => rows.every((row) => typeof row[column] === 'number'))
  write(line(headings, numeric))
  write(widths.map((width) => '─'.repeat(width)).join('  '))
  for (const row of cells) write(line(row, numeric))
}

/** A line for the person who watches. */
export function write(text: string): void {
  process.stdout.write(`${text}\n`)
}
