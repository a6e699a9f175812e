import type { DriveItem } from '@microsoft/microsoft-graph-types'
import type {
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  FunctionInput,
  FunctionInputsRequest,
} from '../../../src/contract/index.ts'
import type { Call, FunctionHandlers } from '../../../src/kit/application.ts'
import { invalid, readFields, unknownInputs } from '../../../src/kit/documents/configuration.ts'
import {
  onBehalfOf,
  type RoleConnection,
  readTemplateConnection,
  requireOutputConnection,
} from '../../../src/kit/documents/connections.ts'
import { toResultName } from '../../../src/kit/documents/names.ts'
import { namesOf } from '../../../src/kit/documents/placeholders.ts'
import { readValues, selectValues, toInputs } from '../../../src/kit/documents/values.ts'
import { WORD_TYPE } from '../../../src/kit/documents/word/type.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { FilesClient } from './client.ts'
import { type Format, readConfiguration } from './configuration.ts'
import { FORBIDDEN_CHARACTERS, toFileName } from './file-names.ts'
import { fetchItem, requireIds, toExternalId } from './items.ts'
import type { Location } from './locations.ts'
import { makePdf } from './pdf.ts'
import { fetchTemplate, fillTemplate, readTemplateNames } from './template.ts'
import { type NewFile, uploadFile } from './upload.ts'

/** Fills a Word document that the installer can read, and saves the result with the connection of the user who runs it. */
export const wordFromTemplate: FunctionHandlers<MicrosoftSettings> = { inputs: listInputs, execute }

async function listInputs(request: FunctionInputsRequest, call: Call<MicrosoftSettings>): Promise<FunctionInput[]> {
  const { template, name = '' } = readConfiguration(request.configuration)
  const fields = readFields(request.configuration)
  const connection = readTemplateConnection(request, call.application)
  const names = connection ? await listNames(connection, template, call) : fields
  if (!names) throw unknownInputs()
  return toInputs([...new Set([...names, ...namesOf([name])])])
}

function listNames(connection: RoleConnection, location: Location, call: Call<MicrosoftSettings>): Promise<string[]> {
  return onBehalfOf(connection, async () => {
    const client = createClient(connection, call)
    return readTemplateNames(client, await fetchTemplate(client, location))
  })
}

function createClient({ credential, pointer }: RoleConnection, call: Call<MicrosoftSettings>): FilesClient {
  return new FilesClient(credential, call, pointer)
}

/** Everything is fetched at the same time, and everything is checked before anything is made. */
async function execute(
  request: ExecuteFunctionRequest,
  call: Call<MicrosoftSettings>,
): Promise<ExecuteFunctionResponse> {
  const { template: location, folder: folderLocation, name, format } = readConfiguration(request.configuration)
  const output = requireOutputConnection(request, call.application)
  const source = readTemplateConnection(request, call.application) ?? output
  const entered = readValues(request.values)
  const client = createClient(output, call)
  const stop = new AbortController()
  const folder = onBehalfOf(output, () => findFolder(client.stoppedBy(stop.signal), folderLocation))
  // The errors of the template and of the values come first.
  folder.catch(() => undefined)
  try {
    const { template, document } = await fillWith(source, location, entered, call)
    const names = [...new Set([...document.names, ...namesOf([name ?? ''])])]
    const values = selectValues(names, entered, call.log)
    const options = { name, values, template: template.name, now: call.clock(), forbidden: FORBIDDEN_CHARACTERS }
    const file = { name: toFileName(toResultName(options)), type: WORD_TYPE, bytes: document.bytes }
    const target = await folder
    return await onBehalfOf(output, () => make(client, { ...file, folder: target }, format))
  } finally {
    stop.abort()
  }
}

/** Fetches the template with the connection `source`, and fills it here. */
function fillWith(
  source: RoleConnection,
  location: Location,
  values: ReadonlyMap<string, string>,
  call: Call<MicrosoftSettings>,
) {
  return onBehalfOf(source, async () => {
    const client = createClient(source, call)
    const template = await fetchTemplate(client, location)
    return { template, document: await fillTemplate(client, template, values) }
  })
}

async function make(client: FilesClient, file: NewFile, format: Format): Promise<ExecuteFunctionResponse> {
  const document = await save(client, file)
  return toResponse(document, format === 'pdf' ? await makePdf(client, document, file.folder) : undefined)
}

/** Errors of a folder that does not exist or is hidden. */
const MISSING = ['not-found', 'scope-required', 'invalid-request']

async function findFolder(client: FilesClient, location: Location): Promise<NewFile['folder']> {
  const { item } = await fetchItem(client, location).catch((error) => {
    if (!(error instanceof VendorError) || !MISSING.includes(error.class) || !isConfigured(location)) throw error
    const detail = 'does not exist at Microsoft, or is not shared with the account that runs the function.'
    throw invalid('folder', detail, error)
  })
  if (!item.folder || item.deleted) throw invalid('folder', 'is not a folder.')
  return requireIds(item)
}

function isConfigured({ segments }: Location): boolean {
  return segments[0] !== 'me'
}

async function save(client: FilesClient, file: NewFile): Promise<DriveItem> {
  try {
    return await uploadFile(client, file)
  } catch (error) {
    if (!(error instanceof VendorError) || error.class !== 'scope-required') throw error
    throw new VendorError(FOLDER_REFUSED, { at: 'api', status: 403, reasons: error.reasons, cause: error.cause })
  }
}

const FOLDER_REFUSED = {
  concerns: 'item',
  class: 'scope-required',
  retry: false,
  sentence: 'Microsoft does not allow this account to add files to the folder.',
  next: 'Choose another folder, or ask its owner for access.',
} as const

function toResponse(document: DriveItem, pdf: DriveItem | undefined): ExecuteFunctionResponse {
  const result = pdf ?? document
  return {
    externalId: toExternalId(result),
    ...omitUndefined({
      outputUrl: result.webUrl || undefined,
      uri: document.webUrl || undefined,
      title: result.name || undefined,
    }),
  }
}
