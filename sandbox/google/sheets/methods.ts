import type { HttpResponse } from '../../core/http/responses.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { parseBoolean, parseEnum } from '../api/parameters.ts'
import { type DriveCallContext, type DriveMethod, respondJson } from '../drive/route.ts'
import { SCOPE } from '../oauth/scopes.ts'
import { appendValues } from './append.ts'
import { findSpreadsheet, requireRange } from './find.ts'
import { type CellRange, formatRange } from './ranges.ts'
import { type Cell, formatCell, isEmpty, type Sheet } from './spreadsheet.ts'

const READ: readonly string[] = [
  SCOPE.spreadsheets,
  SCOPE.spreadsheetsReadonly,
  SCOPE.drive,
  SCOPE.driveReadonly,
  SCOPE.driveFile,
]
const WRITE: readonly string[] = [SCOPE.spreadsheets, SCOPE.drive, SCOPE.driveFile]
const PATTERN = '/v4/spreadsheets/:spreadsheetId'

const RENDERINGS = ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'] as const
type Rendering = (typeof RENDERINGS)[number]

export function createSheetsMethods(): DriveMethod[] {
  const read = { verb: 'GET', service: 'sheets', scopes: READ, quota: 'sheetsReads' } as const
  return [
    {
      ...read,
      pattern: PATTERN,
      name: 'sheets.spreadsheets.get',
      parameters: ['ranges', 'includeGridData', 'excludeTablesInBandedRanges'],
      handle: getSpreadsheet,
    },
    {
      ...read,
      pattern: `${PATTERN}/values/:range`,
      name: 'sheets.spreadsheets.values.get',
      parameters: ['majorDimension', 'valueRenderOption', 'dateTimeRenderOption'],
      handle: getValues,
    },
    {
      verb: 'POST',
      pattern: `${PATTERN}/values/:target`,
      name: 'sheets.spreadsheets.values.append',
      service: 'sheets',
      scopes: WRITE,
      quota: 'sheetsWrites',
      parameters: [
        'valueInputOption',
        'insertDataOption',
        'includeValuesInResponse',
        'responseValueRenderOption',
        'responseDateTimeRenderOption',
      ],
      handle: appendValues,
    },
  ]
}

/** GET /v4/spreadsheets/{id} */
function getSpreadsheet(call: DriveCallContext): HttpResponse {
  const { request } = call
  const { file, spreadsheet } = findSpreadsheet(call)
  const { locale, timeZone, sheets } = spreadsheet
  const ranges = request.url.searchParams.getAll('ranges').map((text) => requireRange(call, spreadsheet, text))
  const includesCells =
    parseBoolean(request, 'includeGridData') || request.url.searchParams.get('fields')?.includes('data')
  return respondJson(call, {
    spreadsheetId: file.id,
    properties: { title: file.name, locale, autoRecalc: 'ON_CHANGE', timeZone },
    sheets: sheets.map((sheet, index) =>
      omitUndefined({
        properties: toProperties(sheet, index),
        data: includesCells ? toGrids(sheet, ranges) : undefined,
      }),
    ),
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${file.id}/edit`,
  })
}

function toProperties({ id, title, rowCount, columnCount }: Sheet, index: number): object {
  return { sheetId: id, title, index, sheetType: 'GRID', gridProperties: { rowCount, columnCount } }
}

/** The cells of the ranges in this sheet, or all cells. */
function toGrids(sheet: Sheet, ranges: readonly CellRange[]): object[] {
  const own = ranges.filter((range) => range.sheet === sheet)
  const whole = { sheet, fromRow: 0, fromColumn: 0, toRow: sheet.rows.length, toColumn: sheet.columnCount }
  return (ranges.length > 0 ? own : [whole]).map(({ fromRow, toRow, fromColumn, toColumn }) => ({
    startRow: fromRow,
    startColumn: fromColumn,
    rowData: sheet.rows
      .slice(fromRow, toRow)
      .map((row) => ({ values: row.slice(fromColumn, toColumn).map(toCellData) })),
  }))
}

function toCellData(cell: Cell): object {
  if (isEmpty(cell)) return {}
  const value = (content: string | number | boolean) => ({
    [`${typeof content}Value`.replace('boolean', 'bool')]: content,
  })
  if (typeof cell === 'object' && cell !== null) {
    return {
      userEnteredValue: { formulaValue: cell.formula },
      effectiveValue: value(cell.value),
      formattedValue: cell.value,
    }
  }
  const entered = value(cell as string | number | boolean)
  return { userEnteredValue: entered, effectiveValue: entered, formattedValue: formatCell(cell) }
}

/** GET /v4/spreadsheets/{id}/values/{range}. Empty cells at the ends of rows, and empty rows at the end, are left out. */
function getValues(call: DriveCallContext): HttpResponse {
  const { request } = call
  const { spreadsheet } = findSpreadsheet(call)
  const range = requireRange(call, spreadsheet, request.params.range ?? '')
  const majorDimension = parseEnum(request, 'majorDimension', ['ROWS', 'COLUMNS'] as const, 'ROWS')
  const rendering = parseEnum(request, 'valueRenderOption', RENDERINGS, 'FORMATTED_VALUE')
  const rows = range.sheet.rows
    .slice(range.fromRow, range.toRow)
    .map((row) => row.slice(range.fromColumn, range.toColumn))
  const lines = trim(
    (majorDimension === 'ROWS' ? rows : transpose(rows)).map((line) => trim(line, isEmpty)),
    (line) => line.length === 0,
  )
  const { sheet, toRow, toColumn } = range
  const clipped = { ...range, toRow: Math.min(toRow, sheet.rowCount), toColumn: Math.min(toColumn, sheet.columnCount) }
  const values = lines.map((line) => line.map((cell) => renderCell(cell, rendering)))
  const body = { range: formatRange(clipped), majorDimension, values: values.length > 0 ? values : undefined }
  return respondJson(call, omitUndefined(body))
}

function transpose(rows: readonly Cell[][]): Cell[][] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null))
}

function trim<T>(list: readonly T[], isBlank: (item: T) => boolean): T[] {
  return list.slice(0, list.findLastIndex((item) => !isBlank(item)) + 1)
}

function renderCell(cell: Cell, rendering: Rendering): string | number | boolean {
  if (typeof cell === 'object' && cell !== null) return rendering === 'FORMULA' ? cell.formula : cell.value
  return rendering === 'FORMATTED_VALUE' || cell === null ? formatCell(cell) : cell
}
