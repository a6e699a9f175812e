import { createSourceEventStream, type ExecutionResult, type GraphQLSchema, validateSubscriptionArgs } from 'graphql'
import type { Logger } from 'pino'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { GraphBuckets } from '../buckets.ts'
import type { GraphContext, Warning } from '../context.ts'
import { formatError, GraphError } from '../errors.ts'
import { executeOperation } from '../execution/execute.ts'
import { LiveEvents } from '../live/follow.ts'
import type { Operation } from './operations.ts'

/** Who sent a request: the viewer and the properties taken from the request's headers. */
export interface Sender extends Pick<GraphContext, 'viewer' | 'timeZone' | 'locale' | 'requestId' | 'loaderScope'> {
  /** Warnings to return with every result, such as an unknown time zone. */
  warnings: readonly Warning[]
}

export interface ExecuteDeps {
  schema: GraphQLSchema
  graph: Pick<GraphBuckets, 'depsOf' | 'now'>
  log: Logger
}

/**
 * Runs an operation with its timeout: a query, a mutation, or what a subscription selects from one of its events. Errors
 * are formatted for the caller; warnings are in the extensions.
 */
export async function executeWithTimeout(
  { graph, log }: ExecuteDeps,
  { plan, values, operation, timeoutMs }: Operation,
  sender: Sender,
  event?: object,
): Promise<ExecutionResult> {
  const controller = new AbortController()
  const context = createContext(graph, sender, controller.signal)
  const timeout = Promise.withResolvers<ExecutionResult>()
  const timer = setTimeout(() => {
    controller.abort()
    timeout.resolve({ errors: [timeoutError(timeoutMs, operation.operation)] })
  }, timeoutMs)
  try {
    const executing = executeOperation({ plan, rootValue: event, context, variables: values })
    const { data, errors } = await Promise.race([executing, timeout.promise])
    const { warnings } = context
    return omitUndefined({
      errors: errors?.map((error) => formatError(error, sender.requestId, log)),
      data,
      extensions: warnings.length > 0 ? { warnings } : undefined,
    })
  } finally {
    clearTimeout(timer)
  }
}

const NEVER_ABORTED = new AbortController().signal

/**
 * Starts a subscription. Returns its events, each to be executed by `executeWithTimeout`, or a result with the errors for
 * which it cannot start.
 */
export async function subscribe(
  deps: ExecuteDeps,
  operation: Operation,
  sender: Sender,
): Promise<LiveEvents | ExecutionResult> {
  const { schema, log, graph } = deps
  const { document, operation: definition, variables } = operation
  const args = validateSubscriptionArgs(
    omitUndefined({
      schema,
      document,
      variableValues: variables,
      hideSuggestions: true,
      operationName: definition.name?.value,
      contextValue: createContext(graph, sender, NEVER_ABORTED),
    }),
  )
  const source = 'schema' in args ? await createSourceEventStream(args) : { errors: args }
  if (source instanceof LiveEvents) return source
  if (Symbol.asyncIterator in source) throw new TypeError('a subscription must return LiveEvents')
  return { errors: (source.errors ?? []).map((error) => formatError(error, sender.requestId, log)) }
}

function createContext(
  graph: ExecuteDeps['graph'],
  { warnings, ...sender }: Sender,
  signal: AbortSignal,
): GraphContext {
  return { ...graph.depsOf(sender.viewer), ...sender, signal, warnings: [...warnings] }
}

function timeoutError(timeoutMs: number, kind: string): GraphError {
  const hint = kind === 'mutation' ? ' Changes that it has started may still be applied.' : ''
  return new GraphError('TIMEOUT', `The operation timed out after ${timeoutMs} ms.${hint}`)
}
