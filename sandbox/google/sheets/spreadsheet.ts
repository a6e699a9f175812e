/** What a cell holds. A formula keeps the value that it shows. */
export type Cell = string | number | boolean | null | { formula: string; value: string }

export interface Sheet {
  id: number
  title: string
  /** Rows may be of different lengths. */
  rows: Cell[][]
  rowCount: number
  columnCount: number
}

export interface Spreadsheet {
  locale: string
  timeZone: string
  sheets: Sheet[]
}

/** Sheets by title; rows of plain cells. */
export type NewSheets = Readonly<Record<string, readonly (readonly Cell[])[]>>

export function createSpreadsheet(sheets: NewSheets): Spreadsheet {
  const created = Object.entries(sheets).map(([title, rows], index): Sheet => {
    const columns = Math.max(0, ...rows.map((row) => row.length))
    return {
      id: index === 0 ? 0 : 1_000_000 + index * 7919,
      title,
      rows: rows.map((row) => [...row]),
      rowCount: Math.max(1000, rows.length),
      columnCount: Math.max(26, columns),
    }
  })
  return { locale: 'en_GB', timeZone: 'Europe/Paris', sheets: created }
}

export function isEmpty(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || cell === ''
}

/** The displayed value. */
export function formatCell(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell === 'object') return cell.value
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
}
