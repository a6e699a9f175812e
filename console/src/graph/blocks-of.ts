/** The blocks of the kinds that a document selects. Others among the rows have no members. */
export function blocksOf<Row extends object>(rows: readonly Row[] | null | undefined): Extract<Row, { _id: string }>[] {
  return (rows ?? []).filter((row): row is Extract<Row, { _id: string }> => '_id' in row)
}
