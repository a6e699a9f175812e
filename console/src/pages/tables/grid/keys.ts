/** A cell of a grid. Row 0 is the head, column 0 the title of a record. */
export interface Position {
  row: number
  column: number
}

export interface GridSize {
  /** With the head. */
  rows: number
  /** With the titles. */
  columns: number
  /** Rows that fit on the screen. */
  pageRows: number
}

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Where a key leads from a cell, as in a spreadsheet; undefined for other keys. */
export function move({ row, column }: Position, press: KeyPress, size: GridSize): Position | undefined {
  const isFar = press.ctrlKey || press.metaKey
  if (press.altKey) return undefined
  const to = (nextRow: number, nextColumn: number): Position => ({
    row: clamp(nextRow, size.rows),
    column: clamp(nextColumn, size.columns),
  })
  switch (press.key) {
    case 'ArrowDown':
      return to(isFar ? size.rows : row + 1, column)
    case 'ArrowUp':
      // The head is left to a further press, so that one can leave a long table without meeting it.
      return to(isFar ? (row > 1 ? 1 : 0) : row - 1, column)
    case 'ArrowRight':
      return to(row, isFar ? size.columns : column + 1)
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1)
    case 'Home':
      return to(isFar ? 1 : row, 0)
    case 'End':
      return to(isFar ? size.rows : row, size.columns)
    case 'PageDown':
      return to(row + size.pageRows, column)
    case 'PageUp':
      return to(Math.max(row === 0 ? 0 : 1, row - size.pageRows), column)
    default:
      return undefined
  }
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index))
}

/** The cells between two corners, both included. */
export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

export function rangeOf(anchor: Position, active: Position): Range {
  return {
    top: Math.min(anchor.row, active.row),
    bottom: Math.max(anchor.row, active.row),
    left: Math.min(anchor.column, active.column),
    right: Math.max(anchor.column, active.column),
  }
}

export function isWithin({ top, bottom, left, right }: Range, { row, column }: Position): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** Whether a key types a character, which begins to edit a cell. */
export function isTyped({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}
