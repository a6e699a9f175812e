/** An error of a GraphQL response. */
export interface GraphErrorEntry {
  message: string
  /** Such as NOT_FOUND. The codes UNREACHABLE and INVALID_RESPONSE are the client's own. */
  code: string
  path?: readonly (string | number)[]
  /** Identifies the request in the platform's log. */
  requestId?: string
  /** Further details, such as `argument` of BAD_USER_INPUT. */
  extensions: Readonly<Record<string, unknown>>
}

export interface FailedResult {
  errors: readonly GraphErrorEntry[]
  /** HTTP status. Absent when there was no response, and for results that came over a socket. */
  status?: number | undefined
  /** The data of a partial result: fields that failed are null. */
  data?: unknown
  retryAfterMs?: number | undefined
}

/** A request that failed, in whole or in part. The client retries only after refreshing a rejected token. */
export class GraphRequestError extends Error {
  readonly errors: readonly GraphErrorEntry[]
  readonly status: number | undefined
  readonly data: unknown
  /** How long to wait before another attempt, if the platform says so, as with RATE_LIMITED (ms). */
  readonly retryAfterMs: number | undefined

  constructor({ errors, status, data, retryAfterMs }: FailedResult, options?: ErrorOptions) {
    super(errors.map(({ message }) => message).join(' '), options)
    this.name = 'GraphRequestError'
    this.errors = errors
    this.status = status
    this.data = data
    this.retryAfterMs = retryAfterMs
  }

  /** The code of the first error. */
  get code(): string {
    return this.errors[0]?.code ?? 'INVALID_RESPONSE'
  }
}

/** No token is accepted, so the person has to sign in again. `cause` is why the last token was rejected. */
export class SignInRequired extends Error {
  constructor(options?: ErrorOptions) {
    super('Sign in again.', options)
    this.name = 'SignInRequired'
  }
}

/** An error that the client itself detected. */
export function clientError(code: 'UNREACHABLE' | 'INVALID_RESPONSE', message: string): GraphErrorEntry {
  return { message, code, extensions: {} }
}
