import { clientError, type FailedResult, type GraphErrorEntry, GraphRequestError } from './errors.ts'

/** A note about a successful result, such as SIZE_CLAMPED. */
export interface Warning {
  code: string
  message: string
  [detail: string]: unknown
}

/** The result of one operation, with or without errors. */
export interface OperationResult extends FailedResult {
  warnings: readonly Warning[]
}

/** A result without errors. */
export interface SuccessfulResult<Result> {
  data: Result
  warnings: readonly Warning[]
}

/** Returns the data and warnings of a result. Throws GraphRequestError if it has errors. */
export function unwrap<Result>(result: OperationResult): SuccessfulResult<Result> {
  if (result.errors.length > 0) throw new GraphRequestError(result)
  return { data: result.data as Result, warnings: result.warnings }
}

/** Converts a GraphQL response, from an HTTP body or a socket message. */
export function toResult(body: unknown, http: Pick<FailedResult, 'status' | 'retryAfterMs'> = {}): OperationResult {
  const { data, errors, extensions } = isMap(body) ? body : {}
  const entries = Array.isArray(errors) ? errors.map(toErrorEntry) : []
  const isInvalid = entries.length === 0 && !isMap(data)
  return {
    ...http,
    data,
    errors: isInvalid
      ? [clientError('INVALID_RESPONSE', `The response is not a GraphQL response${describeStatus(http)}.`)]
      : entries,
    warnings: isMap(extensions) && Array.isArray(extensions.warnings) ? (extensions.warnings as Warning[]) : [],
  }
}

export function toErrorEntry(error: unknown): GraphErrorEntry {
  const { message, path, extensions } = isMap(error) ? error : {}
  const details = isMap(extensions) ? extensions : {}
  const entry: GraphErrorEntry = {
    message: String(message ?? ''),
    code: typeof details.code === 'string' ? details.code : 'INVALID_RESPONSE',
    extensions: details,
  }
  if (Array.isArray(path)) entry.path = path as (string | number)[]
  if (typeof details.requestId === 'string') entry.requestId = details.requestId
  return entry
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describeStatus({ status }: Pick<FailedResult, 'status'>): string {
  return status === undefined ? '' : ` (HTTP ${status})`
}
