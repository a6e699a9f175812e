/** Each row once, as it was read last: one that moves while pages are loaded may be on two of them. Rows without `_id` all remain. */
export function distinct<Row extends object>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => ['_id' in row ? row._id : row, row])).values()]
}
