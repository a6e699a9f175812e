import type { HttpResponse } from '../../core/http/responses.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { parseEnum } from '../api/parameters.ts'
import { checkMembers } from '../docs/members.ts'
import { requireRoleOrPermissionDenied } from '../drive/access.ts'
import { parseRequestBody } from '../drive/create.ts'
import { failInvalid } from '../drive/failures.ts'
import { type DriveCallContext, respondJson, splitVerb } from '../drive/route.ts'
import { findSpreadsheet, requireRange } from './find.ts'
import { type CellRange, formatRange } from './ranges.ts'
import type { Cell } from './spreadsheet.ts'
import { findTable } from './tables.ts'
import { parseTypedInput } from './typed-input.ts'

const MAX_CELL_LENGTH = 50_000

type InputOption = 'RAW' | 'USER_ENTERED'

/** POST /v4/spreadsheets/{id}/values/{range}:append */
export function appendValues(call: DriveCallContext): HttpResponse {
  const { request, google, account } = call
  const { target, verb } = splitVerb(request)
  if (verb !== 'append') return failInvalid(request, `Unknown method ${verb}`)
  const found = findSpreadsheet(call)
  requireRoleOrPermissionDenied(call, found, 'writer')
  const input = parseEnum(request, 'valueInputOption', ['RAW', 'USER_ENTERED'] as const, undefined)
  if (!input) return failInvalid(request, "'valueInputOption' is required but not specified")
  const insertion = parseEnum(request, 'insertDataOption', ['OVERWRITE', 'INSERT_ROWS'] as const, 'OVERWRITE')
  const values = parseValues(call, target)
  const rows = values.map((row) =>
    row.map((value) => toCell(value, input, new Date(google.clock.now()).getUTCFullYear())),
  )
  const range = requireRange(call, found.spreadsheet, target)
  const table = findTable(range)
  const start = table
    ? { row: table.toRow, column: table.fromColumn }
    : { row: range.fromRow, column: range.fromColumn }
  const updated = write(range, start, rows, insertion === 'INSERT_ROWS' && table !== undefined)
  const { file } = found
  Object.assign(file, { modifiedAt: google.clock.now(), lastModifyingUser: account.email, version: file.version + 1 })
  const updates = omitUndefined({
    spreadsheetId: file.id,
    updatedRange: formatRange(updated),
    updatedRows: rows.length || undefined,
    updatedColumns: updated.toColumn - updated.fromColumn || undefined,
    updatedCells: rows.flat().filter((cell) => cell !== undefined).length || undefined,
  })
  return respondJson(call, omitUndefined({ spreadsheetId: file.id, tableRange: table && formatRange(table), updates }))
}

/** Fails unless the body is a ValueRange of rows of scalars, for the range of the path. */
function parseValues(call: DriveCallContext, target: string): unknown[][] {
  const { request } = call
  const fail = (message: string) => failInvalid(request, message)
  const body = parseRequestBody(request)
  checkMembers(body, ['range', 'majorDimension', 'values'], '', fail)
  const {
    range,
    majorDimension = 'ROWS',
    values = [],
  } = body as { range?: string; majorDimension?: string; values?: unknown }
  if (range !== undefined && range !== target) {
    return fail(`Requested writing within range [${target}], but the body names the range [${range}]`)
  }
  if (majorDimension !== 'ROWS') return fail('The sandbox appends rows only.')
  if (!Array.isArray(values))
    return fail(`Invalid value at 'data.values' (type.googleapis.com/google.protobuf.ListValue)`)
  for (const [row, cells] of values.entries()) {
    if (!Array.isArray(cells))
      return fail(
        `Invalid value at 'data.values[${row}]' (type.googleapis.com/google.protobuf.ListValue), ${JSON.stringify(cells)}`,
      )
    for (const [column, value] of cells.entries()) checkValue(value, `data.values[${row}][${column}]`, fail)
  }
  return values as unknown[][]
}

function checkValue(value: unknown, path: string, fail: (message: string) => never): void {
  if (typeof value === 'object' && value !== null)
    fail(`Invalid ${path}: ${Array.isArray(value) ? 'list' : 'struct'}_value: ${JSON.stringify(value)}`)
  if (typeof value === 'string' && value.length > MAX_CELL_LENGTH) {
    fail(`Your input contains more than the maximum of ${MAX_CELL_LENGTH} characters in a single cell.`)
  }
}

/** Null leaves a cell as it is: undefined. */
function toCell(value: unknown, input: InputOption, year: number): Cell | undefined {
  if (value === null) return undefined
  return typeof value === 'string' && input === 'USER_ENTERED' ? parseTypedInput(value, year) : (value as Cell)
}

/** Writes below the table. INSERT_ROWS moves down what is there; OVERWRITE replaces it. */
function write(
  { sheet }: CellRange,
  start: { row: number; column: number },
  rows: readonly (readonly (Cell | undefined)[])[],
  inserts: boolean,
): CellRange {
  while (sheet.rows.length < start.row) sheet.rows.push([])
  if (inserts) sheet.rows.splice(start.row, 0, ...rows.map(() => []))
  for (const [offset, cells] of rows.entries()) {
    const row = sheet.rows[start.row + offset] ?? []
    sheet.rows[start.row + offset] = row
    for (const [index, cell] of cells.entries()) {
      const column = start.column + index
      while (row.length < column) row.push(null)
      if (cell !== undefined) row[column] = cell
      else row[column] ??= null
    }
  }
  const width = Math.max(1, ...rows.map((cells) => cells.length))
  sheet.rowCount = Math.max(sheet.rowCount, sheet.rows.length)
  sheet.columnCount = Math.max(sheet.columnCount, start.column + width)
  const end = { toRow: start.row + Math.max(1, rows.length), toColumn: start.column + width }
  return { sheet, fromRow: start.row, fromColumn: start.column, ...end }
}
