import type {
  ConnectedProvider,
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  FunctionInput,
  FunctionInputsRequest,
  FunctionValue,
} from '../../../src/contract/index.ts'
import type { Call, FunctionHandlers } from '../../../src/kit/application.ts'
import { mayExist } from '../../../src/kit/documents/problems.ts'
import { type ProviderError, ValidationError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { toId } from '../api/ids.ts'
import { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { unreadableResponse } from '../api/response.ts'
import { sendWrite } from '../api/write.ts'
import type { SalesforceSettings } from '../settings.ts'
import { soql } from '../soql/statement.ts'
import { toCsv } from './csv.ts'
import { fetchSheet, parseSource, type Source } from './source.ts'

/** Runs a query or report with the installer's connection and writes it as a CSV file with the runner's connection. */
export const reportToFile: FunctionHandlers<SalesforceSettings> = { inputs: toInputs, execute }

/** Inputs of each run in addition to the placeholders of the query. */
const DEFAULT_INPUTS = { fileName: 'Name of the file', recordId: 'Record to attach the file to (its ID, optional)' }

async function toInputs({ configuration }: FunctionInputsRequest): Promise<FunctionInput[]> {
  const { placeholders } = parseSource(configuration)
  const labels = [
    ...placeholders.map((placeholder) => [placeholder, toLabel(placeholder)] as const),
    ...Object.entries(DEFAULT_INPUTS),
  ]
  return [...new Map(labels)].map(([name, label]) => ({ name, label, valueSource: { kind: 'userInput' } }))
}

/** Converts `closeDate` and `close_date` to `Close date`. */
function toLabel(placeholder: string): string {
  const words = placeholder
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Reads with the installer's connection if there is one, and writes the file with the runner's connection. */
async function execute(
  { configuration, values, templateConnectedProvider, outputConnectedProvider }: ExecuteFunctionRequest,
  call: Call<SalesforceSettings>,
): Promise<ExecuteFunctionResponse> {
  if (!isOwnConnection(outputConnectedProvider, call)) {
    const detail = 'must be a connection of this application, with which the file is written.'
    throw ValidationError.at('#/outputConnectedProvider', detail)
  }
  const source = parseSource(configuration)
  const inputs = requireValues(values, source)
  const parent = parseRecordId(inputs)
  const target = new Org(outputConnectedProvider.credential, call, '#/outputConnectedProvider/credential')
  const sourceOrg = isOwnConnection(templateConnectedProvider, call)
    ? new Org(templateConnectedProvider.credential, call, '#/templateConnectedProvider/credential')
    : target
  const csv = await toCsv(await fetchSheet(sourceOrg, source, inputs))
  return writeFile(target, toFileName(inputs.get('fileName') || String(configuration?.title ?? ''), call), csv, parent)
}

/** Whether a connection belongs to this application. The template of other functions may be another vendor's. */
function isOwnConnection(
  connection: ConnectedProvider | undefined,
  { application }: Call<SalesforceSettings>,
): connection is ConnectedProvider {
  return connection?.application === application
}

function requireValues(values: readonly FunctionValue[] | undefined, { placeholders }: Source): Map<string, string> {
  const inputs = new Map((values ?? []).map(({ name, value }) => [name, String(value ?? '')]))
  const missing = placeholders.filter((placeholder) => !inputs.has(placeholder))
  if (missing.length > 0) throw ValidationError.at('#/values', `must have a value for ${missing.join(', ')}.`)
  return inputs
}

function parseRecordId(values: ReadonlyMap<string, string>): string | undefined {
  const text = values.get('recordId')?.trim()
  if (!text) return undefined
  const id = toId(text)
  if (!id) throw ValidationError.at('#/values', 'recordId must be the id of a Salesforce record.')
  return id
}

const MAX_NAME_LENGTH = 200

/** Removes the characters that some file systems do not allow in file names. */
function toFileName(name: string, { clock }: Call<SalesforceSettings>): string {
  const fileName = name
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim()
  return fileName || `Report ${new Date(clock()).toISOString().slice(0, 10)}`
}

/** Salesforce accepts about 37 MB in such a request, in which the file is base64-encoded. */
const MAX_FILE_BYTES = 25_000_000

/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_contentversion.htm */
async function writeFile(
  org: Org,
  fileName: string,
  csv: string,
  parent: string | undefined,
): Promise<ExecuteFunctionResponse> {
  const content = Buffer.from(csv)
  if (content.length > MAX_FILE_BYTES) {
    throw ValidationError.at('#/configuration', 'results in a file above 25 MB. Select fewer rows or columns.')
  }
  const body = omitUndefined({
    Title: fileName,
    PathOnClient: `${fileName}.csv`,
    VersionData: content.toString('base64'),
    FirstPublishLocationId: parent,
  })
  const created = await sendWrite(org, (options) => {
    return org.client.call<{ id?: string }>((jsforce) => jsforce.create('ContentVersion', body), options)
  })
  if (created.state === 'unknown') throw mayExist(fileName, 'Salesforce', created.error)
  if (created.state === 'rejected') throw toWriteError(created.error)
  const id = await fetchDocumentId(org, created.response.id, fileName)
  const uri = org.recordUrl('ContentDocument', id)
  return { outputUrl: uri, externalId: id, uri }
}

/**
 * The id of the file whose first version was just made. Any failure says that the file may exist, because the platform repeats
 * a request after a 401 or 429, and a person after other errors.
 */
async function fetchDocumentId(org: Org, versionId: string | undefined, fileName: string): Promise<string> {
  try {
    const version = requireId(versionId)
    const [row] = await fetchRows(org.client, soql`SELECT ContentDocumentId FROM ContentVersion WHERE Id = ${version}`)
    return requireId(row?.ContentDocumentId)
  } catch (error) {
    throw mayExist(fileName, 'Salesforce', error)
  }
}

function requireId(value: unknown): string {
  const id = toId(String(value))
  if (!id) throw unreadableResponse()
  return id
}

/** If the org's rules reject the file, for example because the record does not exist, the request must be changed. */
function toWriteError(error: ProviderError): ProviderError {
  if (!(error instanceof VendorError) || error.class !== 'invalid-request') return error
  const { message = '' } = (error.cause ?? {}) as { message?: string }
  return ValidationError.at('#/values', `Salesforce rejected the file: ${message}`, error)
}
