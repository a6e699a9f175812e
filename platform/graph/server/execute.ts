import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  executeSubscriptionEvent,
  type GraphQLSchema,
  validateSubscriptionArgs,
} from 'graphql'
import type { Logger } from 'pino'
import type { GraphContext, GraphDeps, Warning } from '../context.ts'
import { formatError, GraphError } from '../errors.ts'
import type { Operation } from './operations.ts'

/** What a request says of its sender. */
export interface Sender extends Pick<GraphContext, 'viewer' | 'timeZone' | 'locale' | 'requestId'> {
  /** What is to be said with every answer, such as a time zone that nobody knows. */
  warnings: readonly Warning[]
}

export interface ExecuteDeps {
  schema: GraphQLSchema
  graph: GraphDeps
  log: Logger
}

/** Runs a query or a mutation within its time. Errors are as the caller may see them; warnings stand in the extensions. */
export function executeWithTimeout(parts: ExecuteDeps, operation: Operation, sender: Sender): Promise<ExecutionResult> {
  return withTimeout(parts, operation, sender, async (contextValue) =>
    execute({ ...executionArgs(parts, operation), contextValue }),
  )
}

/**
 * Begins a subscription: its events one by one, each executed within its time and with nothing remembered from the one
 * before; or why there are none.
 */
export async function subscribe(
  parts: ExecuteDeps,
  operation: Operation,
  sender: Sender,
): Promise<AsyncIterable<unknown> | ExecutionResult> {
  const { log } = parts
  const contextValue = createContext(parts.graph, sender, new AbortController().signal)
  const args = validateSubscriptionArgs({ ...executionArgs(parts, operation), contextValue })
  const source = 'schema' in args ? await createSourceEventStream(args) : { errors: args }
  if (Symbol.asyncIterator in source) return source
  return { errors: (source.errors ?? []).map((error) => formatError(error, sender.requestId, log)) }
}

/** The answer to one event of a subscription. */
export function executeEvent(
  parts: ExecuteDeps,
  operation: Operation,
  sender: Sender,
  event: unknown,
): Promise<ExecutionResult> {
  return withTimeout(parts, operation, sender, async (contextValue) => {
    const args = validateSubscriptionArgs({ ...executionArgs(parts, operation), contextValue, rootValue: event })
    return 'schema' in args ? executeSubscriptionEvent(args) : { errors: args }
  })
}

function executionArgs({ schema }: ExecuteDeps, { document, operation, variables }: Operation): ExecutionArgs {
  return {
    ...{ schema, document, variableValues: variables, hideSuggestions: true },
    ...(operation.name ? { operationName: operation.name.value } : {}),
  }
}

async function withTimeout(
  { graph, log }: ExecuteDeps,
  { operation, timeoutMs: timeMs }: Operation,
  sender: Sender,
  run: (context: GraphContext) => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const controller = new AbortController()
  const context = createContext(graph, sender, controller.signal)
  const timeout = Promise.withResolvers<ExecutionResult>()
  const timer = setTimeout(() => {
    controller.abort()
    timeout.resolve({ errors: [timeoutError(timeMs, operation.operation)] })
  }, timeMs)
  try {
    const { data, errors } = await Promise.race([run(context), timeout.promise])
    const { warnings } = context
    return {
      ...(errors ? { errors: errors.map((error) => formatError(error, sender.requestId, log)) } : {}),
      ...(data === undefined ? {} : { data }),
      ...(warnings.length > 0 ? { extensions: { warnings } } : {}),
    }
  } finally {
    clearTimeout(timer)
  }
}

function createContext(graph: GraphDeps, { warnings, ...sender }: Sender, signal: AbortSignal): GraphContext {
  return { ...graph, ...sender, signal, warnings: [...warnings] }
}

function timeoutError(timeMs: number, kind: string): GraphError {
  const hint = kind === 'mutation' ? ' What it began may still be done.' : ''
  return new GraphError('TIMEOUT', `The operation was given up after ${timeMs} ms.${hint}`)
}
