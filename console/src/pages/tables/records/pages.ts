/** Records per request. */
export const RECORD_PAGE_SIZE = 100
/** The rows that the API lists at most. */
const MAX_ROWS = 100_000

/** The pages that contain rows from `first` to `last`, both from 0, in their order. */
export function pagesOf(first: number, last: number, size = RECORD_PAGE_SIZE): number[] {
  const start = Math.max(0, Math.floor(first / size))
  const end = Math.max(start, Math.floor(Math.max(0, last) / size))
  return Array.from({ length: end - start + 1 }, (_, index) => start + index)
}

export interface RowCount {
  rows: number
  /** False while more rows may follow. */
  isExact: boolean
}

/**
 * How many rows a grid has. `lengths` are those of the pages that were loaded. `total` is the number of all records,
 * where they are not filtered; the pages that were loaded know better, because records come and go.
 */
export function countRows(
  lengths: ReadonlyMap<number, number>,
  total: number | undefined,
  size = RECORD_PAGE_SIZE,
): RowCount {
  const cap = (rows: number) => Math.min(rows, MAX_ROWS)
  const ended = [...lengths].filter(([, length]) => length < size).sort(([left], [right]) => left - right)
  // An empty page says that the list ends before it, but not where; an earlier page says that.
  const end = ended.find(([page, length]) => length > 0 || page === 0 || lengths.get(page - 1) === size)
  if (end) return { rows: cap(end[0] * size + end[1]), isExact: true }
  const lastFull = Math.max(-1, ...[...lengths].filter(([, length]) => length === size).map(([page]) => page))
  const loaded = (lastFull + 1) * size
  if (total !== undefined) return { rows: cap(Math.max(total, loaded)), isExact: true }
  // One more page is asked for as soon as the end comes near.
  return { rows: cap(loaded + (lastFull < 0 ? 0 : size)), isExact: false }
}
