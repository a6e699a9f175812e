import type { Sheet, Spreadsheet } from './spreadsheet.ts'

/** A range of cells, counted from 0, with exclusive ends. An end may lie beyond the sheet. */
export interface CellRange {
  sheet: Sheet
  fromRow: number
  fromColumn: number
  toRow: number
  toColumn: number
}

/**
 * Parses A1 notation: `Sheet1`, `'My sheet'!A1:C`, `A1`, `Sheet1!2:2`. Without a name the first sheet is meant. Returns
 * undefined if the range is malformed or its sheet does not exist.
 */
export function parseRange({ sheets }: Spreadsheet, text: string): CellRange | undefined {
  const named = sheets.find(({ title }) => title === unquote(text))
  if (named) return wholeSheet(named)
  const match = /^(?:('(?:[^']|'')+'|[^'!]+)!)?([^!]+)$/.exec(text)
  if (!match) return undefined
  const [, name, cells = ''] = match
  const sheet = name === undefined ? sheets[0] : sheets.find(({ title }) => title === unquote(name))
  return sheet && parseCells(sheet, cells)
}

function unquote(name: string): string {
  return /^'.*'$/.test(name) ? name.slice(1, -1).replaceAll("''", "'") : name
}

function wholeSheet(sheet: Sheet): CellRange {
  return { sheet, fromRow: 0, fromColumn: 0, toRow: sheet.rowCount, toColumn: sheet.columnCount }
}

function parseCells(sheet: Sheet, text: string): CellRange | undefined {
  const match = /^\$?([A-Z]{1,3})?\$?(\d+)?(?::\$?([A-Z]{1,3})?\$?(\d+)?)?$/i.exec(text)
  if (!match || text === '' || text.endsWith(':')) return undefined
  const [, startColumn, startRow, endColumn, endRow] = match
  const isSingle = !text.includes(':')
  if (isSingle && (startColumn === undefined || startRow === undefined)) return undefined
  const fromRow = startRow === undefined ? 0 : Number(startRow) - 1
  const fromColumn = startColumn === undefined ? 0 : columnIndex(startColumn)
  const toRow = isSingle ? fromRow + 1 : endRow === undefined ? sheet.rowCount : Number(endRow)
  const toColumn = isSingle ? fromColumn + 1 : endColumn === undefined ? sheet.columnCount : columnIndex(endColumn) + 1
  return fromRow < 0 || toRow <= fromRow || toColumn <= fromColumn
    ? undefined
    : { sheet, fromRow, fromColumn, toRow, toColumn }
}

function columnIndex(letters: string): number {
  return [...letters.toUpperCase()].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** `Sheet1!A1:B2`; a name that is not one word is quoted, a single cell has no colon. */
export function formatRange({ sheet, fromRow, fromColumn, toRow, toColumn }: CellRange): string {
  const name = /^[A-Za-z_]\w*$/.test(sheet.title) ? sheet.title : `'${sheet.title.replaceAll("'", "''")}'`
  const start = `${columnName(fromColumn)}${fromRow + 1}`
  const end = `${columnName(toColumn - 1)}${toRow}`
  return `${name}!${start}${start === end ? '' : `:${end}`}`
}
