/** Lines of a table; numbers stand where they end. The first row has the names of the columns. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''))
  const widths = columns.map((cells) => Math.max(...cells.map(({ length }) => length)))
  const isNumeric = columns.map((cells) => cells.slice(1).some((cell) => /^\d/.test(cell) && !cell.includes(':')))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`
}

/** A duration (ms) in the unit that suits it. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`
}
