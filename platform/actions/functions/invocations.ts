import type { ExecuteFunctionResponse, FunctionValue } from '../../../src/contract/index.ts'
import { parseWebUrl } from '../../../src/runtime/web-address.ts'
import type { AuthorizedConnection } from '../../provider/authorized-connection.ts'
import { ENDPOINTS } from '../../provider/endpoints.ts'
import type { CallOutcome } from '../../provider/outcome.ts'
import { runMutation } from '../../storage/graph/access/mutation.ts'
import type { Viewer } from '../../storage/graph/access/visibility.ts'
import { type Database, inTransaction } from '../../storage/postgres/database.ts'
import { ActionError, toActionError, withUnknownOutcome, writeInProgress } from '../errors.ts'
import { reserve, settle, type WriteIntent } from '../idempotency-keys.ts'
import { digest, toStoredKey } from '../intent-name.ts'
import { mayHaveBeenWritten } from '../outcomes.ts'
import type { ProviderActions } from '../provider-actions.ts'
import { upsertOutputFile } from './output-file.ts'

export interface Invocation {
  functionId: string
  /** Whose account gets the result. */
  connectionId: string
  values: FunctionValue[]
  /** Names the run, among those of the tenant: the same name twice is one run, and answers the same. */
  requestKey?: string
  /** Runs although an equal run may have been done. */
  repeatUnknown?: boolean
}

export interface FunctionResult extends ExecuteFunctionResponse {
  /** The file that stands for the output, where it has an address. */
  blockId?: string
}

const MAX_NAME_LENGTH = 200

/**
 * Runs an installed function: its template is read with the installer's connection, its result written with the
 * runner's. A run that may have been done is not repeated by itself. Throws OutsideFailure as `writeThrough` does.
 */
export async function executeFunction(
  actions: ProviderActions,
  viewer: Viewer,
  invocation: Invocation,
): Promise<FunctionResult> {
  const { db, now } = actions.deps
  const run = await prepare(actions, viewer, invocation)
  const place = { ...run.output.current, route: ENDPOINTS.executeFunction.paths[0] }
  const [begun] = await inTransaction(db, (tx) => reserve(tx, place, [toWriteIntent(invocation)], now()))
  if (begun && 'answer' in begun) return begun.answer as FunctionResult
  return actions.inFlightWrites.waitFor(execute(actions, viewer, run, begun?.intentId ?? ''), writeInProgress)
}

function toWriteIntent({ functionId, connectionId, values, requestKey, repeatUnknown }: Invocation): WriteIntent {
  const hash = digest(functionId, connectionId, values)
  return { requestKey: toStoredKey(requestKey, hash), hash, mayRepeat: repeatUnknown === true }
}

interface Run {
  invocation: Invocation
  functionName: string
  configuration: Record<string, unknown>
  /** The runner's. */
  output: AuthorizedConnection
  /** The installer's. */
  template: AuthorizedConnection
}

async function prepare(actions: ProviderActions, { tenantId }: Viewer, invocation: Invocation): Promise<Run> {
  const installed = await findFunction(actions.deps.db, tenantId, invocation.functionId)
  const output = await actions.openConnection({ tenantId, connectionId: invocation.connectionId })
  const isSame = installed.connection_id === output.current.connectionId
  const template = isSame ? output : await actions.openConnection({ tenantId, connectionId: installed.connection_id })
  // A provider never gets to see what another one's users have entrusted to it.
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

async function execute(actions: ProviderActions, viewer: Viewer, run: Run, intentId: string): Promise<FunctionResult> {
  const outcome = await invoke(actions, run, intentId)
  const { db, now } = actions.deps
  const { current } = run.output
  const isNamed = run.invocation.requestKey !== undefined
  const date = now()
  if (outcome.kind === 'ok') {
    const result = withSafeUrls(outcome.result)
    return runMutation(db, viewer, date, async (mutation) => {
      const blockId = await upsertOutputFile(mutation, current, result, toFileName(run))
      const invoked: FunctionResult = { ...result, ...(blockId ? { blockId } : {}) }
      const state = isNamed ? 'done' : 'closed'
      await settle(mutation.tx, viewer.tenantId, [{ intentId, state, answer: invoked }], date)
      return invoked
    })
  }
  const isUnknown = mayHaveBeenWritten(outcome)
  const state = isUnknown ? 'unknown' : 'closed'
  await inTransaction(db, (tx) => settle(tx, viewer.tenantId, [{ intentId, state }], date))
  const failure = toActionError(outcome)
  throw isUnknown ? withUnknownOutcome(failure, true) : failure
}

/** People will open these addresses. */
function withSafeUrls({ outputUrl, externalId, uri }: ExecuteFunctionResponse): ExecuteFunctionResponse {
  const [output, page] = [parseWebUrl(outputUrl)?.href, parseWebUrl(uri)?.href]
  return {
    ...(output ? { outputUrl: output } : {}),
    ...(externalId ? { externalId } : {}),
    ...(page ? { uri: page } : {}),
  }
}

/** Functions that write files ask for a name. */
function toFileName({ invocation, functionName }: Run): string {
  const given = invocation.values.find(({ name }) => name === 'fileName')?.value
  return typeof given === 'string' && given.trim() ? given.trim().slice(0, MAX_NAME_LENGTH) : functionName
}

async function invoke(
  actions: ProviderActions,
  { invocation, functionName, configuration, output, template }: Run,
  intentId: string,
): Promise<CallOutcome<ExecuteFunctionResponse>> {
  const question = () => ({
    ...{ functionName, configuration, values: invocation.values },
    templateConnectedProvider: template.connectedProvider,
    outputConnectedProvider: output.connectedProvider,
  })
  const connections: [AuthorizedConnection, ...AuthorizedConnection[]] =
    template === output ? [output] : [output, template]
  return actions.call('executeFunction', connections, question, {
    signal: actions.writeDeadline(),
    idempotencyKey: () => intentId,
    mayRepeat: (refusal) => !mayHaveBeenWritten(refusal),
  })
}
