import type { ExecuteFunctionResponse, FunctionValue } from '../../../src/contract/index.ts'
import { type Database, inTransaction } from '../../storage/postgres/database.ts'
import { editing } from '../../storage/graph/access/mutation.ts'
import type { Viewer } from '../../storage/graph/access/visibility.ts'
import type { CallOutcome } from '../../provider/outcome.ts'
import { CALLS } from '../../provider/endpoints.ts'
import type { RunConnection } from '../../provider/authorized-connection.ts'
import { failureOf, OutsideFailure, stillWriting, unknownOutcome } from '../failure.ts'
import { keepFile } from './output-file.ts'
import { digest, intentName } from '../intent-name.ts'
import { begin, type Intent, settle } from '../idempotency-keys.ts'
import { mayHaveHappened } from '../outcomes.ts'
import type { Outside } from '../provider-actions.ts'
import { webAddress } from '../web-address.ts'

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

export interface Invoked extends ExecuteFunctionResponse {
  /** The file that stands for the output, where it has an address. */
  blockId?: string
}

const LONGEST_NAME = 200

/**
 * Runs an installed function: its template is read with the installer's connection, its result written with the
 * runner's. A run that may have been done is not repeated by itself. Throws OutsideFailure as `writeThrough` does.
 */
export async function executeFunction(outside: Outside, viewer: Viewer, invocation: Invocation): Promise<Invoked> {
  const { db, now } = outside.parts
  const run = await prepare(outside, viewer, invocation)
  const place = { ...run.output.current, route: CALLS.executeFunction.paths[0] }
  const [begun] = await inTransaction(db, (tx) => begin(tx, place, [toIntent(invocation)], now()))
  if (begun && 'answer' in begun) return begun.answer as Invoked
  return outside.writes.finish(carryOut(outside, viewer, run, begun?.intentId ?? ''), stillWriting)
}

function toIntent({ functionId, connectionId, values, requestKey, repeatUnknown }: Invocation): Intent {
  const hash = digest(functionId, connectionId, values)
  return { requestKey: intentName(requestKey, hash), hash, mayRepeat: repeatUnknown === true }
}

interface Run {
  invocation: Invocation
  functionName: string
  configuration: Record<string, unknown>
  /** The runner's. */
  output: RunConnection
  /** The installer's. */
  template: RunConnection
}

async function prepare(outside: Outside, { tenantId }: Viewer, invocation: Invocation): Promise<Run> {
  const installed = await findFunction(outside.parts.db, tenantId, invocation.functionId)
  const output = await outside.connection({ tenantId, connectionId: invocation.connectionId })
  const isSame = installed.connection_id === output.current.connectionId
  const template = isSame ? output : await outside.connection({ tenantId, connectionId: installed.connection_id })
  // A provider never gets to see what another one's users have entrusted to it.
  if (template.current.provider !== output.current.provider) {
    const message = "input.connectionId: the connection is not one of the function's provider."
    throw new OutsideFailure('BAD_USER_INPUT', message, { argument: 'input.connectionId' })
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
  if (!installed) throw new OutsideFailure('NOT_FOUND', 'The function was not found.')
  return installed
}

async function carryOut(outside: Outside, viewer: Viewer, run: Run, intentId: string): Promise<Invoked> {
  const outcome = await invoke(outside, run, intentId)
  const { db, now } = outside.parts
  const { current } = run.output
  const isNamed = run.invocation.requestKey !== undefined
  const date = now()
  if (outcome.kind === 'ok') {
    const result = safe(outcome.answer)
    return editing(db, viewer, date, async (edit) => {
      const blockId = await keepFile(edit, current, result, fileNameOf(run))
      const invoked: Invoked = { ...result, ...(blockId ? { blockId } : {}) }
      const state = isNamed ? 'done' : 'closed'
      await settle(edit.tx, viewer.tenantId, [{ intentId, state, answer: invoked }], date)
      return invoked
    })
  }
  const isUnknown = mayHaveHappened(outcome)
  const state = isUnknown ? 'unknown' : 'closed'
  await inTransaction(db, (tx) => settle(tx, viewer.tenantId, [{ intentId, state }], date))
  const failure = failureOf(outcome)
  throw isUnknown ? unknownOutcome(failure, true) : failure
}

/** People will open these addresses. */
function safe({ outputUrl, externalId, uri }: ExecuteFunctionResponse): ExecuteFunctionResponse {
  const [output, page] = [webAddress(outputUrl), webAddress(uri)]
  return {
    ...(output ? { outputUrl: output } : {}),
    ...(externalId ? { externalId } : {}),
    ...(page ? { uri: page } : {}),
  }
}

/** Functions that write files ask for a name. */
function fileNameOf({ invocation, functionName }: Run): string {
  const given = invocation.values.find(({ name }) => name === 'fileName')?.value
  return typeof given === 'string' && given.trim() ? given.trim().slice(0, LONGEST_NAME) : functionName
}

async function invoke(
  outside: Outside,
  { invocation, functionName, configuration, output, template }: Run,
  intentId: string,
): Promise<CallOutcome<ExecuteFunctionResponse>> {
  const question = () => ({
    ...{ functionName, configuration, values: invocation.values },
    templateConnectedProvider: template.connectedProvider,
    outputConnectedProvider: output.connectedProvider,
  })
  const connections: [RunConnection, ...RunConnection[]] = template === output ? [output] : [output, template]
  return outside.ask('executeFunction', connections, question, {
    signal: outside.longestWrite(),
    idempotencyKey: () => intentId,
    mayRepeat: (refusal) => !mayHaveHappened(refusal),
  })
}
