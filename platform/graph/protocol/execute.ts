import { type ExecutionResult, execute, type GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { GraphContext, GraphParts, Warning } from '../context.ts'
import { formatError, GraphError } from '../errors.ts'
import type { Operation } from './operations.ts'

/** What a request says of its sender. */
export interface Sender extends Pick<GraphContext, 'viewer' | 'timeZone' | 'locale' | 'requestId'> {
  /** What is to be said with every answer, such as a time zone that nobody knows. */
  warnings: readonly Warning[]
}

export interface ExecuteParts {
  schema: GraphQLSchema
  graph: GraphParts
  log: Logger
}

/** Runs an operation within its time. Errors are as the caller may see them; warnings stand in the extensions. */
export async function executeInTime(
  { schema, graph, log }: ExecuteParts,
  { document, operation, variables, timeMs }: Operation,
  sender: Sender,
): Promise<ExecutionResult> {
  const controller = new AbortController()
  const context = contextOf(graph, sender, controller.signal)
  const done = execute({
    ...{ schema, document, contextValue: context, variableValues: variables, hideSuggestions: true },
    ...(operation.name ? { operationName: operation.name.value } : {}),
  })
  const timeout = Promise.withResolvers<ExecutionResult>()
  const timer = setTimeout(() => {
    controller.abort()
    timeout.resolve({ errors: [outOfTime(timeMs, operation.operation)] })
  }, timeMs)
  try {
    const { data, errors } = await Promise.race([done, timeout.promise])
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

function contextOf(graph: GraphParts, { warnings, ...sender }: Sender, signal: AbortSignal): GraphContext {
  return { ...graph, ...sender, signal, warnings: [...warnings] }
}

function outOfTime(timeMs: number, kind: string): GraphError {
  const hint = kind === 'mutation' ? ' What it began may still be done.' : ''
  return new GraphError('TIMEOUT', `The operation was given up after ${timeMs} ms.${hint}`)
}
