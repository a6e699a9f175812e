/** Cells as spreadsheets copy and paste them: columns apart by tabs, rows by line breaks; quoted where a cell has one. */
export function toClipboardText(rows: readonly (readonly string[])[]): string {
  const quote = (cell: string) => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return rows.map((cells) => cells.map(quote).join('\t')).join('\n')
}

/** The cells of a text that was copied from a spreadsheet. */
export function fromClipboardText(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*)/y
  const source = text.replace(/\r?\n$/, '')
  let at = 0
  for (;;) {
    cell.lastIndex = at
    const match = cell.exec(source)
    rows.at(-1)?.push(match?.[1]?.replaceAll('""', '"') ?? match?.[2] ?? '')
    at = cell.lastIndex
    const separator = /\t|\r?\n|\r/y
    separator.lastIndex = at
    const found = separator.exec(source)?.[0]
    if (found === undefined) return rows
    if (found !== '\t') rows.push([])
    at += found.length
  }
}
