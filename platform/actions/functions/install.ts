import { randomUUID } from 'node:crypto'
import type { FunctionInput } from '../../../src/contract/index.ts'
import type { Database } from '../../storage/postgres/database.ts'
import { listProviders } from '../../storage/connections/providers.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import { canonical } from '../../storage/ingest/reconcile.ts'
import type { RunConnection } from '../../provider/authorized-connection.ts'
import { answerOf, OutsideFailure } from '../failure.ts'
import type { Outside } from '../provider-actions.ts'

export interface FunctionWish extends ConnectionKey {
  functionName: string
  configuration: Record<string, unknown>
}

export interface InstalledFunction {
  functionId: string
  /** What it needs at each run. */
  inputs: FunctionInput[]
}

/** Installs a function of the connection's application; the provider says what it will need at each run. */
export async function installFunction(
  outside: Outside,
  { tenantId, connectionId, functionName, configuration }: FunctionWish,
  signal: AbortSignal,
): Promise<InstalledFunction> {
  const { db, now } = outside.parts
  const connection = await outside.connection({ tenantId, connectionId })
  await requireOffered(db, connection, functionName)
  const question = () => ({ functionName, configuration })
  const { inputs } = answerOf(
    await outside.ask('functionInputs', [connection], question, { signal: outside.inTime(signal) }),
  )
  const functionId = randomUUID()
  const date = now()
  await db
    .insertInto('functions')
    .values({
      ...{ tenant_id: tenantId, function_id: functionId, connection_id: connectionId, function_name: functionName },
      ...{ configuration: JSON.stringify(canonical(configuration)), inputs: JSON.stringify(inputs) },
      ...{ date_created: date, date_updated: date },
    })
    .execute()
  return { functionId, inputs }
}

/** An application that lists its functions has no others. */
async function requireOffered(db: Database, { current }: RunConnection, functionName: string): Promise<void> {
  const definition = (await listProviders(db)).find(({ provider }) => provider === current.provider)?.definition
  const functions = definition?.applications.find(({ name }) => name === current.application)?.functions
  if (!functions || functions.some(({ name }) => name === functionName)) return
  const message = 'input.functionName: the application has no function of this name.'
  throw new OutsideFailure('BAD_USER_INPUT', message, { argument: 'input.functionName' })
}
