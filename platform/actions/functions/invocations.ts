import type { ExecuteFunctionResponse, FunctionValue } from '../../../src/contract/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { parseWebUrl } from '../../../src/runtime/web-address.ts'
import type { AuthorizedConnection } from '../../provider/authorized-connection.ts'
import { ENDPOINTS } from '../../provider/endpoints.ts'
import type { CallOutcome } from '../../provider/outcome.ts'
import { runMutation } from '../../storage/graph/access/mutation.ts'
import type { Viewer } from '../../storage/graph/access/visibility.ts'
import { type Database, inTransaction } from '../../storage/postgres/database.ts'
import { ActionError, toActionError, withUnknownOutcome, writeInProgress } from '../errors.ts'
import { hashContent } from '../hashes.ts'
import { reserve, settle, toStoredKey, type WriteIntent } from '../idempotency-keys.ts'
import { mayHaveBeenWritten } from '../outcomes.ts'
import type { ProviderActions } from '../provider-actions.ts'
import { upsertOutputFile } from './output-file.ts'

export interface Invocation {
  functionId: string
  /** The connection of the user who runs the function; the result is written to its account. */
  connectionId: string
  values: FunctionValue[]
  /** Idempotency key, unique per tenant: the same key is the same run and returns the same result. */
  requestKey?: string
  /** Runs the function although an equal run may have been executed. */
  repeatUnknown?: boolean
}

export interface FunctionResult extends ExecuteFunctionResponse {
  /** The file block of the output, if the output has a URL. */
  blockId?: string
}

const MAX_NAME_LENGTH = 200

/**
 * Runs an installed function. Its template is read with the installer's connection; its result is written with the
 * connection of the user who runs it. A run that may have been executed is never repeated automatically. Throws ActionError
 * as `writeThrough` does.
 */
export async function executeFunction(
  actions: ProviderActions,
  viewer: Viewer,
  invocation: Invocation,
): Promise<FunctionResult> {
  const { db, now } = actions.deps
  const run = await prepare(actions, viewer, invocation)
  const scope = { ...run.output.current, route: ENDPOINTS.executeFunction.paths[0] }
  const [reservation] = await inTransaction(db, (tx) => reserve(tx, scope, [toWriteIntent(invocation)], now()))
  if (reservation && 'result' in reservation) return reservation.result as FunctionResult
  const intentId = reservation?.intentId ?? ''
  return actions.inFlightWrites.waitFor((isAwaited) => {
    return execute(actions, viewer, run, { intentId, isAwaited })
  }, writeInProgress)
}

function toWriteIntent({ functionId, connectionId, values, requestKey, repeatUnknown }: Invocation): WriteIntent {
  const hash = hashContent(functionId, connectionId, values)
  return { requestKey: toStoredKey(requestKey, hash), hash, mayRepeat: repeatUnknown === true }
}

interface Run {
  invocation: Invocation
  functionName: string
  configuration: Record<string, unknown>
  /** The connection of the user who runs the function. */
  output: AuthorizedConnection
  /** The connection with which the function was installed. */
  template: AuthorizedConnection
}

async function prepare(actions: ProviderActions, { tenantId }: Viewer, invocation: Invocation): Promise<Run> {
  const installed = await findFunction(actions.deps.db, tenantId, invocation.functionId)
  const output = await actions.openConnection({ tenantId, connectionId: invocation.connectionId })
  const isSame = installed.connection_id === output.current.connectionId
  const template = isSame ? output : await actions.openConnection({ tenantId, connectionId: installed.connection_id })
  // The request carries both credentials, and a provider must not receive credentials for another provider.
  if (template.current.provider !== output.current.provider) {
    const message = "input.connectionId: the connection is not one of the function's provider."
    throw new ActionError('BAD_USER_INPUT', message, { argument: 'input.connectionId' })
  }
  const { function_name: functionName, configuration } = installed
  return { invocation, functionName, configuration, output, template }
}

async function findFunction(db: Database, tenantId: string, functionId: string) {
  const installed = await db
    .selectFrom('functions')
    .select(['connection_id', 'function_name', 'configuration'])
    .where('tenant_id', '=', tenantId)
    .where('function_id', '=', functionId)
    .where('archived', '=', false)
    .executeTakeFirst()
  if (!installed) throw new ActionError('NOT_FOUND', 'The function was not found.')
  return installed
}

async function execute(
  actions: ProviderActions,
  viewer: Viewer,
  run: Run,
  { intentId, isAwaited }: { intentId: string; isAwaited: () => boolean },
): Promise<FunctionResult> {
  const outcome = await invoke(actions, run, intentId)
  const { db, now } = actions.deps
  const { current } = run.output
  const hasRequestKey = run.invocation.requestKey !== undefined
  const date = now()
  if (outcome.kind === 'ok') {
    const result = withSafeUrls(outcome.result)
    return runMutation(db, viewer, date, async (mutation) => {
      const blockId = await upsertOutputFile(mutation, current, result, toFileName(run))
      const functionResult: FunctionResult = { ...result, ...omitUndefined({ blockId }) }
      // Whoever has stopped waiting may run it again, and gets this result then.
      const state = hasRequestKey || !isAwaited() ? 'done' : 'closed'
      await settle(mutation.tx, viewer.tenantId, [{ intentId, state, answer: functionResult }], date)
      return functionResult
    })
  }
  const isUnknown = mayHaveBeenWritten(outcome)
  const state = isUnknown ? 'unknown' : 'closed'
  await inTransaction(db, (tx) => settle(tx, viewer.tenantId, [{ intentId, state }], date))
  const failure = toActionError(outcome)
  throw isUnknown ? withUnknownOutcome(failure, true) : failure
}

/** Drops URLs that are not http or https, because users will open them. */
function withSafeUrls({ outputUrl, externalId, uri, title }: ExecuteFunctionResponse): ExecuteFunctionResponse {
  return omitUndefined({
    outputUrl: parseWebUrl(outputUrl)?.href,
    externalId: externalId || undefined,
    uri: parseWebUrl(uri)?.href,
    title: title || undefined,
  })
}

/** The file name that the user entered if the function has a value `fileName`, or else the name of the function. */
function toFileName({ invocation, functionName }: Run): string {
  const value = invocation.values.find(({ name }) => name === 'fileName')?.value
  const fileName = typeof value === 'string' ? value.trim() : ''
  return fileName ? fileName.slice(0, MAX_NAME_LENGTH).toWellFormed() : functionName
}

async function invoke(
  actions: ProviderActions,
  { invocation, functionName, configuration, output, template }: Run,
  intentId: string,
): Promise<CallOutcome<ExecuteFunctionResponse>> {
  const createRequest = () => ({
    functionName,
    configuration,
    values: invocation.values,
    templateConnectedProvider: template.connectedProvider,
    outputConnectedProvider: output.connectedProvider,
  })
  const connections: [AuthorizedConnection, ...AuthorizedConnection[]] =
    template === output ? [output] : [output, template]
  return actions.call('executeFunction', connections, createRequest, {
    signal: actions.writeDeadline(),
    idempotencyKey: () => intentId,
    mayRepeat: (rejection) => !mayHaveBeenWritten(rejection),
  })
}
