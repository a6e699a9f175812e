import type { sheets_v4 } from 'googleapis/build/src/apis/sheets/index.js'
import type { Call } from '../../../../src/kit/application.ts'
import { invalid } from '../../../../src/kit/documents/configuration.ts'
import type { RoleConnection } from '../../../../src/kit/documents/connections.ts'
import { normalizeName } from '../../../../src/kit/documents/placeholders.ts'
import { invalidTemplate } from '../../../../src/kit/documents/problems.ts'
import { ProviderError } from '../../../../src/kit/errors.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { createDriveRequester, createSheetsRequester, type Requester } from '../../client.ts'
import type { GoogleSettings } from '../../settings.ts'
import type { FileAddress } from '../drive/address.ts'
import { type DriveFile, fetchFile, GOOGLE_SPREADSHEET, UNITS } from '../drive/files.ts'

/** A sheet of a spreadsheet: by its title, by the id in the link, or the first one. */
export interface TableAddress {
  spreadsheet: FileAddress
  sheet: string | undefined
}

/** The table at the top of a sheet. */
export interface Table {
  spreadsheetId: string
  spreadsheetTitle: string
  sheetTitle: string
  /** Names in the first row, from the first column on; `''` for a column without one. */
  columns: string[]
  /** The page of the sheet. */
  url: string
}

type Sheets = Requester<sheets_v4.Sheets>
type SheetProperties = sheets_v4.Schema$SheetProperties & { title: string }

/** Reads the first row of a sheet. Throws if there is no such spreadsheet or sheet, or no name in its first column. */
export async function readTable(
  connection: RoleConnection,
  { spreadsheet, sheet: title }: TableAddress,
  call: Call<GoogleSettings>,
): Promise<Table> {
  if (spreadsheet.resourceKey) throw keyed()
  const [drive, sheets] = await Promise.all([
    createDriveRequester(connection, call),
    createSheetsRequester(connection, call),
  ])
  try {
    const { file, address, extra } = await fetchFile(drive, spreadsheet, (target) => fetchSheets(sheets, target.id))
    checkKind(file)
    if (address.resourceKey) throw keyed()
    const sheet = selectSheet(await extra(), title, spreadsheet.sheetId)
    const columns = await fetchFirstRow(sheets, address.id, sheet.title)
    if (!columns[0]) throw noColumns(sheet.title)
    const spreadsheetTitle = file.name ?? ''
    return {
      spreadsheetId: address.id,
      spreadsheetTitle,
      sheetTitle: sheet.title,
      columns,
      url: toUrl(file, address, sheet),
    }
  } catch (error) {
    throw error instanceof VendorError && error.class === 'not-found' ? notFound(error) : error
  }
}

function checkKind({ trashed, mimeType }: DriveFile): void {
  if (trashed) throw invalidTemplate('The spreadsheet is in the trash. Restore it, or choose another one.')
  if (mimeType !== GOOGLE_SPREADSHEET) throw invalidTemplate('This is not a spreadsheet of Google Sheets.')
}

async function fetchSheets(sheets: Sheets, spreadsheetId: string): Promise<SheetProperties[]> {
  const parameters = { spreadsheetId, fields: 'sheets(properties(sheetId,title,index,sheetType))' }
  const spreadsheet = await sheets(UNITS, (google, options) => google.spreadsheets.get(parameters, options))
  const properties = (spreadsheet.sheets ?? []).flatMap((sheet) => sheet.properties ?? [])
  // Charts on sheets of their own have no cells.
  return properties.filter(
    (each): each is SheetProperties => Boolean(each.title) && (each.sheetType ?? 'GRID') === 'GRID',
  )
}

function selectSheet(
  sheets: readonly SheetProperties[],
  title: string | undefined,
  id: number | undefined,
): SheetProperties {
  const [first] = sheets
  if (!first) throw invalidTemplate('The spreadsheet has no sheet with cells.')
  if (title !== undefined) {
    const sheet = sheets.find((each) => each.title.trim() === title)
    if (sheet) return sheet
    throw invalid(
      'sheet',
      `is not a sheet of this spreadsheet. It has: ${sheets.map((each) => each.title).join(', ')}.`,
    )
  }
  if (id === undefined) return first
  const sheet = sheets.find((each) => (each.sheetId ?? 0) === id)
  if (sheet) return sheet
  throw invalid('spreadsheet', 'is the link of a sheet that is not there any more.')
}

async function fetchFirstRow(sheets: Sheets, spreadsheetId: string, title: string): Promise<string[]> {
  const parameters = { spreadsheetId, range: `${quoteTitle(title)}!1:1` }
  const { values } = await sheets(UNITS, (google, options) => google.spreadsheets.values.get(parameters, options))
  return (values?.[0] ?? []).map((cell: unknown) => normalizeName(String(cell ?? '')))
}

/** A title in A1 notation. https://developers.google.com/workspace/sheets/api/guides/concepts#cell */
export function quoteTitle(title: string): string {
  return `'${title.replaceAll("'", "''")}'`
}

function toUrl({ webViewLink }: DriveFile, { id }: FileAddress, { sheetId }: SheetProperties): string {
  const url = webViewLink || `https://docs.google.com/spreadsheets/d/${id}/edit`
  return `${url.replace(/#.*$/, '')}#gid=${sheetId ?? 0}`
}

function noColumns(title: string): ProviderError {
  return invalidTemplate(`The first row of the sheet “${title}” has no column names that begin in its first column.`)
}

/** The Sheets API takes no resource keys. */
function keyed(): ProviderError {
  const sentence = 'is shared by a link with a resource key, with which rows cannot be added.'
  return invalid('spreadsheet', `${sentence} Share it with the account itself, and use the link without “resourcekey”.`)
}

function notFound(cause: unknown): ProviderError {
  const detail =
    'The spreadsheet does not exist, or is not shared with the account that reads it. Share it with that account.'
  return new ProviderError(404, 'not-found', detail, { cause })
}
