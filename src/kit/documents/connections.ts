import type { ConnectedProvider, Credential } from '../../contract/index.ts'
import { ProviderError, ValidationError } from '../errors.ts'
import { VendorError } from '../vendor-errors.ts'

/** What a connection of a function is for: `template` reads the template, `output` makes the result. */
export type Role = 'template' | 'output'

/** A connection of a function. `pointer` is that of its member in the request. */
export interface RoleConnection {
  role: Role
  connectionId: string
  credential: Credential
  pointer: string
}

interface Connections {
  templateConnectedProvider?: ConnectedProvider
  outputConnectedProvider?: ConnectedProvider
}

/** The connection that reads the template, if the request has one. Throws ValidationError for another application's. */
export function readTemplateConnection(request: Connections, application: string): RoleConnection | undefined {
  return toConnection('template', request.templateConnectedProvider, application)
}

/** The connection that makes the result. Throws ValidationError if it is missing or another application's. */
export function requireOutputConnection(request: Connections, application: string): RoleConnection {
  const connection = toConnection('output', request.outputConnectedProvider, application)
  if (connection) return connection
  throw ValidationError.at('#/outputConnectedProvider', `is required: a connection of ${application} makes the result.`)
}

function toConnection(
  role: Role,
  provider: ConnectedProvider | undefined,
  application: string,
): RoleConnection | undefined {
  if (!provider) return undefined
  const pointer = `#/${role}ConnectedProvider`
  if (provider.application !== application) {
    throw ValidationError.at(`${pointer}/application`, `must be "${application}", to which this function belongs.`)
  }
  return { role, connectionId: provider.connectionId, credential: provider.credential, pointer }
}

/**
 * Does the work of one connection of a function. Errors that concern the connection (credentials-expired and
 * scope-required) get the extension members `connectionId` and `role`, by which the platform knows which of the two it is.
 */
export async function onBehalfOf<Result>(
  { connectionId, role }: RoleConnection,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError && concernsConnection(error)) {
      error.options.extensions = { ...error.options.extensions, connectionId, role }
    }
    throw error
  }
}

/** A single file that is forbidden says nothing about the connection. */
function concernsConnection(error: ProviderError): boolean {
  if (error instanceof VendorError && error.concernsItem) return false
  return error.problem === 'credentials-expired' || error.problem === 'scope-required'
}
