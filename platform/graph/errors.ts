import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { DATABASE_UNAVAILABLE } from '../http/errors.ts'
import { isUnavailable } from '../storage/postgres/database.ts'

/** Codes of errors that are returned with status 200, as all but authentication errors are. */
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

/** An error whose message is meant for the caller. All other errors are masked. */
export class GraphError extends GraphQLError {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, extensions: Readonly<Record<string, unknown>> = {}) {
    super(message, { extensions: { ...extensions, code } })
    this.name = 'GraphError'
    this.code = code
  }
}

/** The same error for what does not exist and for what the viewer may not see. `noun` starts the message: `The tag`. */
export const notFound = (noun: string) => new GraphError('NOT_FOUND', `${noun} was not found.`)

/** `argument` is the path of the invalid argument, such as `input.size`. */
export const badInput = (argument: string, message: string) =>
  new GraphError('BAD_USER_INPUT', `${argument}: ${message}`, { argument })

/** The viewer can see the object but may not perform the action. */
export const forbidden = (message: string) => new GraphError('FORBIDDEN', message)

export const conflict = (message: string) => new GraphError('CONFLICT', message)

/** A copy of a library's error with a code in its extensions. */
export function withCode(error: GraphQLError, code: ErrorCode, extensions: object = {}): GraphQLError {
  const { nodes, source, positions, path } = error
  return new GraphQLError(error.message, { nodes, source, positions, path, extensions: { ...extensions, code } })
}

const IN_VARIABLE = /^Variable "\$(\w+)" has invalid value(?: at (\S+?))?: /

/** Adds the code and the argument's path to graphql-js's error for an invalid variable, which has them in its message only. */
export function badVariable(error: GraphQLError): GraphQLError {
  const [, name, path = ''] = IN_VARIABLE.exec(error.message) ?? []
  return withCode(error, 'BAD_USER_INPUT', name === undefined ? {} : { argument: `${name}${path}` })
}

const MASKED = 'Internal server error.'

/**
 * Formats an error for the caller: errors with a code keep their message, all others are masked and logged with their
 * cause.
 */
export function formatError(error: GraphQLError | Error, requestId: string, log: Logger): GraphQLError {
  const hasCode = error instanceof GraphQLError && typeof error.extensions.code === 'string'
  if (hasCode) return toGraphQLError(error, error.message, { ...error.extensions, requestId })
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (isUnavailable(cause)) {
    log.warn({ requestId, err: cause }, 'graph operation failed: database unavailable')
    return toGraphQLError(error, DATABASE_UNAVAILABLE, { code: 'SERVICE_UNAVAILABLE', requestId })
  }
  log.error({ requestId, err: cause }, 'graph operation failed')
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
