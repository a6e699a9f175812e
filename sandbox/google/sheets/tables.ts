import type { CellRange } from './ranges.ts'
import { isEmpty, type Sheet } from './spreadsheet.ts'

/** The cells that are not empty, and the empty cells between them, of one table. */
type Bounds = Omit<CellRange, 'sheet'>

/**
 * Finds the last table that the range touches: a rectangle of cells whose neighbours, also diagonal ones, are all empty
 * (https://developers.google.com/workspace/sheets/api/guides/values#append_values).
 */
export function findTable(range: CellRange): CellRange | undefined {
  const { sheet } = range
  const touched = findTables(sheet).filter(
    (table) =>
      table.fromRow < range.toRow &&
      range.fromRow < table.toRow &&
      table.fromColumn < range.toColumn &&
      range.fromColumn < table.toColumn,
  )
  const last = touched.sort((a, b) => a.toRow - b.toRow || a.fromColumn - b.fromColumn).at(-1)
  return last && { sheet, ...last }
}

function findTables({ rows }: Sheet): Bounds[] {
  let tables: Bounds[] = []
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      if (isEmpty(cell)) continue
      tables = merge(tables, { fromRow: row, fromColumn: column, toRow: row + 1, toColumn: column + 1 })
    }
  }
  return tables
}

/** Unites the cell with the tables that it touches, and these with each other. */
function merge(tables: readonly Bounds[], added: Bounds): Bounds[] {
  const neighbours = tables.filter((table) => areAdjacent(table, added))
  if (neighbours.length === 0) return [...tables, added]
  const all = [...neighbours, added]
  const united = {
    fromRow: Math.min(...all.map(({ fromRow }) => fromRow)),
    fromColumn: Math.min(...all.map(({ fromColumn }) => fromColumn)),
    toRow: Math.max(...all.map(({ toRow }) => toRow)),
    toColumn: Math.max(...all.map(({ toColumn }) => toColumn)),
  }
  return merge(
    tables.filter((table) => !neighbours.includes(table)),
    united,
  )
}

function areAdjacent(a: Bounds, b: Bounds): boolean {
  return a.fromRow <= b.toRow && b.fromRow <= a.toRow && a.fromColumn <= b.toColumn && b.fromColumn <= a.toColumn
}
