import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { isUnavailable } from '../storage/postgres/database.ts'

/** Codes of errors that are answered with status 200, as everything but a failed sign-in is. */
export type ErrorCode =
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'BAD_REQUEST'
  | 'CONFLICT'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'INTROSPECTION_DISABLED'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'RATE_LIMITED'
  | 'QUERY_TOO_COMPLEX'
  | 'BATCH_LIMIT_EXCEEDED'
  | 'TIMEOUT'
  | 'SERVICE_UNAVAILABLE'
  | 'UPSTREAM_FAILED'
  | 'INTERNAL_SERVER_ERROR'

/** An error whose message is meant for the caller. Every other one is masked. */
export class GraphError extends GraphQLError {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, extensions: Readonly<Record<string, unknown>> = {}) {
    super(message, { extensions: { ...extensions, code } })
    this.name = 'GraphError'
    this.code = code
  }
}

/** What is missing and what the viewer may not see give the very same error. */
export const notFound = (what: string) => new GraphError('NOT_FOUND', `${what} was not found.`)

/** `argument` is the path of what is wrong, such as `input.size`. */
export const badInput = (argument: string, message: string) =>
  new GraphError('BAD_USER_INPUT', `${argument}: ${message}`, { argument })

/** The viewer sees it, and may not do this with it. */
export const forbidden = (message: string) => new GraphError('FORBIDDEN', message)

export const conflict = (message: string) => new GraphError('CONFLICT', message)

/** The same error under a code, where a library has made it. */
export function withCode(error: GraphQLError, code: ErrorCode, extensions: object = {}): GraphQLError {
  const { nodes, source, positions, path } = error
  return new GraphQLError(error.message, { nodes, source, positions, path, extensions: { ...extensions, code } })
}

const IN_VARIABLE = /^Variable "\$(\w+)" has invalid value(?: at (\S+?))?: /

/** An error of a variable's value, which the library names in its sentence only. */
export function badVariable(error: GraphQLError): GraphQLError {
  const [, name, path = ''] = IN_VARIABLE.exec(error.message) ?? []
  return withCode(error, 'BAD_USER_INPUT', name === undefined ? {} : { argument: `${name}${path}` })
}

const MASKED = 'Something went wrong inside the platform.'
const BUSY = 'The store has too much to do, or does not answer. Try again in a moment.'

/**
 * What the caller gets to see of an error: ours as they are, strangers without a word of what they say. Strangers are
 * logged with their cause.
 */
export function formatError(error: GraphQLError | Error, requestId: string, log: Logger): GraphQLError {
  const known = error instanceof GraphQLError && typeof error.extensions.code === 'string'
  if (known) return toGraphQLError(error, error.message, { ...error.extensions, requestId })
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (isUnavailable(cause)) {
    log.warn({ requestId, err: cause }, 'a graph operation got no connection to the store')
    return toGraphQLError(error, BUSY, { code: 'SERVICE_UNAVAILABLE', requestId })
  }
  log.error({ requestId, err: cause }, 'a graph operation failed')
  return toGraphQLError(error, MASKED, { code: 'INTERNAL_SERVER_ERROR', requestId })
}

function toGraphQLError(
  error: GraphQLError | Error,
  message: string,
  extensions: Record<string, unknown>,
): GraphQLError {
  const { nodes, source, positions, path } = error instanceof GraphQLError ? error : ({} as Partial<GraphQLError>)
  return new GraphQLError(message, { nodes, source, positions, path, extensions })
}
