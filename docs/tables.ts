/** Text in a cell of a Markdown table. */
export function cell(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\n', ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

/** A Markdown table. Columns without any content are left out. */
export function table(allHeads: readonly string[], allRows: readonly (readonly string[])[]): string {
  const used = allHeads.map((_, column) => allRows.some((row) => row[column]))
  const heads = allHeads.filter((_, column) => used[column])
  const rows = allRows.map((row) => row.filter((_, column) => used[column]))
  const lines = [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  return `${lines.join('\n')}\n`
}
