/** More rows in a statement are no faster and hold locks longer. */
const MAX_ROWS_PER_STATEMENT = 500
/** In characters. Rows of mail can be large, and the server parses a statement's parameter as a whole. */
const MAX_STATEMENT_LENGTH = 8_000_000

/** Splits rows into batches for one statement each, by number and by size. */
export function* inBatches(rows: readonly string[]): Generator<string[]> {
  let batch: string[] = []
  let size = 0
  for (const row of rows) {
    if (batch.length === MAX_ROWS_PER_STATEMENT || (batch.length > 0 && size + row.length > MAX_STATEMENT_LENGTH)) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(row)
    size += row.length
  }
  if (batch.length > 0) yield batch
}
