import type {
  ConnectedProvider,
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  FunctionInput,
  FunctionInputsRequest,
  FunctionValue,
} from '../../../src/contract/index.ts'
import type { Call, FunctionHandlers } from '../../../src/kit/application.ts'
import { ValidationError } from '../../../src/kit/errors.ts'
import { toId } from '../api/ids.ts'
import { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { path } from '../api/path.ts'
import { unreadableResponse } from '../api/response.ts'
import { sendWrite } from '../api/write.ts'
import type { SalesforceSettings } from '../settings.ts'
import { soql } from '../soql/statement.ts'
import { toCsv } from './csv.ts'
import { fetchSheet, parseSource, type Source } from './source.ts'

/** A query or a report of the installer's, written as a CSV file of the runner's. */
export const reportToFile: FunctionHandlers<SalesforceSettings> = { inputs: toInputs, execute }

/** Asked for at each run beside the values of the query. */
const DEFAULT_INPUTS = { fileName: 'Name of the file', recordId: 'Record to attach the file to (its id, may be empty)' }

async function toInputs({ configuration }: FunctionInputsRequest): Promise<FunctionInput[]> {
  const { places } = parseSource(configuration)
  const asked = [...places.map((place) => [place, toLabel(place)] as const), ...Object.entries(DEFAULT_INPUTS)]
  return [...new Map(asked)].map(([name, label]) => ({ name, label, valueSource: { kind: 'userInput' } }))
}

/** `closeDate`, `close_date`: Close date. */
function toLabel(place: string): string {
  const words = place
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What the installer shared is read with the installer's connection, and the file is the runner's own. */
async function execute(
  { configuration, values, templateConnectedProvider, outputConnectedProvider }: ExecuteFunctionRequest,
  call: Call<SalesforceSettings>,
): Promise<ExecuteFunctionResponse> {
  if (!isOwnConnection(outputConnectedProvider, call)) {
    const detail = 'is required, as a connection of this application: the file is written with it.'
    throw ValidationError.at('#/outputConnectedProvider', detail)
  }
  const source = parseSource(configuration)
  const given = requireValues(values, source)
  const parent = parseRecordId(given)
  const target = new Org(outputConnectedProvider.credential, call, '#/outputConnectedProvider/credential')
  const reader = isOwnConnection(templateConnectedProvider, call)
    ? new Org(templateConnectedProvider.credential, call, '#/templateConnectedProvider/credential')
    : target
  const csv = await toCsv(await fetchSheet(reader, source, given))
  return writeFile(target, toFileName(given.get('fileName') || String(configuration?.title ?? ''), call), csv, parent)
}

/** The template of another function may lie with another vendor; ours is a report of Salesforce. */
function isOwnConnection(
  connection: ConnectedProvider | undefined,
  { application }: Call<SalesforceSettings>,
): connection is ConnectedProvider {
  return connection?.application === application
}

function requireValues(values: readonly FunctionValue[] | undefined, { places }: Source): Map<string, string> {
  const given = new Map((values ?? []).map(({ name, value }) => [name, String(value ?? '')]))
  const missing = places.filter((place) => !given.has(place))
  if (missing.length > 0) throw ValidationError.at('#/values', `needs a value for ${missing.join(', ')}.`)
  return given
}

function parseRecordId(values: ReadonlyMap<string, string>): string | undefined {
  const text = values.get('recordId')?.trim()
  if (!text) return undefined
  const id = toId(text)
  if (!id) throw ValidationError.at('#/values', 'recordId must be the id of a Salesforce record.')
  return id
}

const MAX_NAME_LENGTH = 200

/** A name that every file system takes. */
function toFileName(name: string, { clock }: Call<SalesforceSettings>): string {
  const plain = name
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim()
  return plain || `Report ${new Date(clock()).toISOString().slice(0, 10)}`
}

/** Salesforce takes some 37 MB in a request of this kind; in base64 this is that. */
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
    throw ValidationError.at('#/configuration', 'gives a file above 25 MB. Ask for fewer rows or columns.')
  }
  const body = {
    Title: fileName,
    PathOnClient: `${fileName}.csv`,
    VersionData: content.toString('base64'),
    ...(parent ? { FirstPublishLocationId: parent } : {}),
  }
  const created = await sendWrite(org, (sending) => {
    return org.client.request<{ id?: string }>({
      path: path`/sobjects/ContentVersion`,
      method: 'POST',
      body,
      ...sending,
    })
  })
  if (created.state !== 'answered') throw created.error
  const version = toId(String(created.answer.id))
  if (!version) throw unreadableResponse()
  const [row] = await fetchRows(org.client, soql`SELECT ContentDocumentId FROM ContentVersion WHERE Id = ${version}`)
  const id = toId(String(row?.ContentDocumentId))
  if (!id) throw unreadableResponse()
  const uri = org.recordUrl('ContentDocument', id)
  return { outputUrl: uri, externalId: id, uri }
}
