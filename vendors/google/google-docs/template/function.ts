import type {
  ExecuteFunctionRequest,
  ExecuteFunctionResponse,
  FunctionInput,
  FunctionInputsRequest,
} from '../../../../src/contract/index.ts'
import type { Call, FunctionHandlers } from '../../../../src/kit/application.ts'
import {
  type Configuration,
  readFields,
  readFormat,
  readText,
  unknownInputs,
} from '../../../../src/kit/documents/configuration.ts'
import {
  onBehalfOf,
  readTemplateConnection,
  requireOutputConnection,
} from '../../../../src/kit/documents/connections.ts'
import { toResultName } from '../../../../src/kit/documents/names.ts'
import { namesOf } from '../../../../src/kit/documents/placeholders.ts'
import { readValues, selectValues, toInputs } from '../../../../src/kit/documents/values.ts'
import type { GoogleSettings } from '../../settings.ts'
import type { FileAddress } from '../drive/address.ts'
import { readReference, requireReference } from '../drive/reference.ts'
import { type Format, makeDocument } from './result.ts'
import { readTemplate } from './source.ts'

/**
 * Makes a document from a template. The template is read with the connection of the user who installed the function, as a
 * Word file, and only read; that file becomes a document of the user who runs it, whose connection never touches the
 * template.
 */
export const documentFromTemplate: FunctionHandlers<GoogleSettings> = { inputs: listInputs, execute }

interface Options {
  template: FileAddress
  folder: FileAddress | undefined
  name: string | undefined
  format: Format
}

function readOptions(configuration: Configuration): Options {
  return {
    template: requireReference(configuration, 'template', DESCRIPTION),
    folder: readReference(configuration, 'folder'),
    name: readText(configuration, 'name'),
    format: readFormat(configuration, ['document', 'pdf']),
  }
}

const DESCRIPTION = 'the link of a Google document, or its id'

async function listInputs(request: FunctionInputsRequest, call: Call<GoogleSettings>): Promise<FunctionInput[]> {
  const { template, name = '' } = readOptions(request.configuration)
  const fields = readFields(request.configuration)
  const connection = readTemplateConnection(request, call.application)
  if (!connection) {
    if (!fields) throw unknownInputs()
    return toInputs([...new Set([...fields, ...namesOf([name])])])
  }
  const { texts } = await onBehalfOf(connection, () => readTemplate(connection, template, { withContent: false }, call))
  return toInputs(namesOf([...texts, name]))
}

/** Everything is checked before anything is made. */
async function execute(request: ExecuteFunctionRequest, call: Call<GoogleSettings>): Promise<ExecuteFunctionResponse> {
  const output = requireOutputConnection(request, call.application)
  const source = readTemplateConnection(request, call.application) ?? output
  const { template: address, folder, name: namePattern, format } = readOptions(request.configuration)
  const allValues = readValues(request.values)
  const template = await onBehalfOf(source, () => readTemplate(source, address, { withContent: true }, call))
  const values = selectValues(namesOf([...template.texts, namePattern ?? '']), allValues, call.log)
  const name = toResultName({ name: namePattern, values, template: template.name, now: call.clock() })
  return onBehalfOf(output, () => makeDocument({ output, folder, name, format, template, values, allValues }, call))
}
