import { randomUUID } from 'node:crypto'
import type { FunctionInput } from '../../../src/contract/index.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import type { AuthorizedConnection } from '../../provider/authorized-connection.ts'
import { listProviders } from '../../storage/connections/providers.ts'
import { canonicalize } from '../../storage/ingest/canonical-form.ts'
import type { Database } from '../../storage/postgres/database.ts'
import { ActionError, resultOrThrow } from '../errors.ts'
import type { ProviderActions } from '../provider-actions.ts'

export interface InstallRequest extends ConnectionKey {
  functionName: string
  configuration: Record<string, unknown>
}

export interface InstalledFunction {
  functionId: string
  /** The values that each run needs. */
  inputs: FunctionInput[]
}

/** Installs a function of the connection's application. The provider returns the inputs that each run will need. */
export async function installFunction(
  actions: ProviderActions,
  { tenantId, connectionId, functionName, configuration }: InstallRequest,
  signal: AbortSignal,
): Promise<InstalledFunction> {
  const { db, now } = actions.deps
  const connection = await actions.openConnection({ tenantId, connectionId })
  await requireFunction(db, connection, functionName)
  const createRequest = () => ({
    functionName,
    configuration,
    templateConnectedProvider: connection.connectedProvider,
  })
  const { inputs } = resultOrThrow(
    await actions.call('functionInputs', [connection], createRequest, { signal: actions.readDeadline(signal) }),
  )
  const functionId = randomUUID()
  const date = now()
  await db
    .insertInto('functions')
    .values({
      tenant_id: tenantId,
      function_id: functionId,
      connection_id: connectionId,
      function_name: functionName,
      configuration: JSON.stringify(canonicalize(configuration)),
      inputs: JSON.stringify(inputs),
      date_created: date,
      date_updated: date,
    })
    .execute()
  return { functionId, inputs }
}

/** Throws BAD_USER_INPUT if the application lists its functions and this is not one of them. */
async function requireFunction(db: Database, { current }: AuthorizedConnection, functionName: string): Promise<void> {
  const definition = (await listProviders(db)).find(({ provider }) => provider === current.provider)?.definition
  const functions = definition?.applications.find(({ name }) => name === current.application)?.functions
  if (!functions || functions.some(({ name }) => name === functionName)) return
  const message = 'input.functionName: the application has no function of this name.'
  throw new ActionError('BAD_USER_INPUT', message, { argument: 'input.functionName' })
}
