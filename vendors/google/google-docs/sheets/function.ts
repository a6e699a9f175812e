import type {
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  FunctionInput,
  FunctionInputsRequest,
} from '../../../../src/contract/index.ts'
import type { Call, FunctionHandlers } from '../../../../src/kit/application.ts'
import { type Configuration, readFields, readText, unknownInputs } from '../../../../src/kit/documents/configuration.ts'
import {
  onBehalfOf,
  type RoleConnection,
  readTemplateConnection,
  requireOutputConnection,
} from '../../../../src/kit/documents/connections.ts'
import { readValues, selectValues, toInputs } from '../../../../src/kit/documents/values.ts'
import { ProviderError, ValidationError } from '../../../../src/kit/errors.ts'
import { hasGoogleScope } from '../../oauth.ts'
import type { GoogleSettings } from '../../settings.ts'
import { requireReference } from '../drive/reference.ts'
import { SPREADSHEETS_SCOPE } from '../scopes.ts'
import { appendRow } from './row.ts'
import { readTable, type TableAddress } from './table.ts'

/** Appends a row to a sheet, by the names in its first row. Values are stored as they are: none becomes a formula. */
export const appendToSheet: FunctionHandlers<GoogleSettings> = { inputs: listInputs, execute }

function readAddress(configuration: Configuration): TableAddress {
  return {
    spreadsheet: requireReference(configuration, 'spreadsheet', 'the link of a Google spreadsheet, or its id'),
    sheet: readText(configuration, 'sheet'),
  }
}

async function listInputs(request: FunctionInputsRequest, call: Call<GoogleSettings>): Promise<FunctionInput[]> {
  const address = readAddress(request.configuration)
  const fields = readFields(request.configuration)
  const connection = readTemplateConnection(request, call.application)
  if (!connection) {
    if (!fields) throw unknownInputs()
    return toInputs(fields)
  }
  const { columns } = await onBehalfOf(connection, () => readTable(connection, address, call))
  return toInputs(toNames(columns))
}

/** Columns without a name stay empty. */
function toNames(columns: readonly string[]): string[] {
  return [...new Set(columns.filter(Boolean))]
}

/** A cell holds no more (characters). https://support.google.com/drive/answer/37603 */
const MAX_CELL_LENGTH = 50_000

async function execute(request: ExecuteFunctionRequest, call: Call<GoogleSettings>): Promise<ExecuteFunctionResponse> {
  const output = requireOutputConnection(request, call.application)
  const source = readTemplateConnection(request, call.application) ?? output
  const address = readAddress(request.configuration)
  const allValues = readValues(request.values)
  await onBehalfOf(output, async () => requireScope(output))
  const table = await onBehalfOf(source, () => readTable(source, address, call))
  const values = selectValues(toNames(table.columns), allValues, call.log)
  const row = table.columns.map((name) => toCell(name, values.get(name) ?? ''))
  await onBehalfOf(output, () => appendRow(output, table, row, call))
  return { outputUrl: table.url, externalId: table.spreadsheetId, uri: table.url, title: table.spreadsheetTitle }
}

function toCell(name: string, value: string): string {
  if (value.length <= MAX_CELL_LENGTH) return value
  throw ValidationError.at('#/values', `the value of “${name}” is longer than a cell allows: 50,000 characters.`)
}

function requireScope({ credential }: RoleConnection): void {
  if (hasGoogleScope(credential, SPREADSHEETS_SCOPE)) return
  throw new ProviderError(
    403,
    'scope-required',
    'To add rows, the connection needs the permission “See, edit, create, and delete all your Google Sheets spreadsheets”. ' +
      'Connect the account again and leave this box ticked.',
  )
}
