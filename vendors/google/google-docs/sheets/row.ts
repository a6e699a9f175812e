import type { Call } from '../../../../src/kit/application.ts'
import type { RoleConnection } from '../../../../src/kit/documents/connections.ts'
import { makeOnce } from '../../../../src/kit/documents/creation.ts'
import { createSheetsRequester } from '../../client.ts'
import type { GoogleSettings } from '../../settings.ts'
import { UNITS } from '../drive/files.ts'
import { quoteTitle, type Table } from './table.ts'

/**
 * Adds a row below the table that begins in the sheet's first cell. RAW stores texts as they are; USER_ENTERED would
 * evaluate formulas and change dates. A wider range than the first cell could find another table further down.
 * https://developers.google.com/workspace/sheets/api/guides/values#append_values
 */
export async function appendRow(
  output: RoleConnection,
  { spreadsheetId, spreadsheetTitle, sheetTitle }: Table,
  row: string[],
  call: Call<GoogleSettings>,
): Promise<void> {
  const sheets = await createSheetsRequester(output, call)
  const parameters = {
    spreadsheetId,
    range: `${quoteTitle(sheetTitle)}!A1`,
    valueInputOption: 'RAW',
    insertDataOption: 'INSERT_ROWS',
    requestBody: { values: [row] },
  }
  await makeOnce({ vendor: 'Google Sheets', name: `the new row of ${spreadsheetTitle}` }, (begin) =>
    sheets(
      UNITS,
      (google, options) => {
        begin()
        return google.spreadsheets.values.append(parameters, options)
      },
      { retryable: 'refused' },
    ),
  )
}
