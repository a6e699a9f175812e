import { findFile } from '../drive/access.ts'
import { failInvalid, failUnsupportedFile } from '../drive/failures.ts'
import type { DriveCallContext } from '../drive/route.ts'
import { type CellRange, parseRange } from './ranges.ts'
import type { Spreadsheet } from './spreadsheet.ts'

/** Finds a spreadsheet. Sheets reaches shared drives, but takes no resource keys. Fails for files of other types. */
export function findSpreadsheet(call: DriveCallContext) {
  const id = call.request.params.spreadsheetId ?? ''
  const found = findFile(call, id, { allDrives: true, resourceKeys: false })
  if (found.file.content.kind !== 'spreadsheet') return failUnsupportedFile(call.request)
  return { ...found, spreadsheet: found.file.content.spreadsheet }
}

export function requireRange({ request }: DriveCallContext, spreadsheet: Spreadsheet, text: string): CellRange {
  return parseRange(spreadsheet, text) ?? failInvalid(request, `Unable to parse range: ${text}`)
}
