/** One thing that went wrong, as the platform tells it. */
export interface GraphProblem {
  message: string
  /** Such as NOT_FOUND; see the platform's list. The client's own are UNREACHABLE and BROKEN_ANSWER. */
  code: string
  path?: readonly (string | number)[]
  /** To be named when asking the operator. */
  requestId?: string
  /** Whatever else is said, such as `argument` of BAD_USER_INPUT. */
  extensions: Readonly<Record<string, unknown>>
}

export interface FailedAnswer {
  errors: readonly GraphProblem[]
  /** HTTP status; absent: no answer came, or it came over a socket. */
  status?: number | undefined
  /** What was answered beside the errors: fields that failed are null. */
  data?: unknown
  retryAfterMs?: number | undefined
}

/** A request that failed, in whole or in part. Nothing is retried but what a refreshed token can mend. */
export class GraphRequestError extends Error {
  readonly errors: readonly GraphProblem[]
  readonly status: number | undefined
  readonly data: unknown
  /** How long to wait before another try, where the platform says so, as with RATE_LIMITED (ms). */
  readonly retryAfterMs: number | undefined

  constructor({ errors, status, data, retryAfterMs }: FailedAnswer, options?: ErrorOptions) {
    super(errors.map(({ message }) => message).join(' '), options)
    this.name = 'GraphRequestError'
    this.errors = errors
    this.status = status
    this.data = data
    this.retryAfterMs = retryAfterMs
  }

  /** The code of the first error. */
  get code(): string {
    return this.errors[0]?.code ?? 'BROKEN_ANSWER'
  }
}

/** No token is accepted: the person has to sign in again. The cause says what the last one was told. */
export class SignInRequired extends Error {
  constructor(options?: ErrorOptions) {
    super('Sign in again.', options)
    this.name = 'SignInRequired'
  }
}

/** An error that the client itself finds. */
export function ownProblem(code: 'UNREACHABLE' | 'BROKEN_ANSWER', message: string): GraphProblem {
  return { message, code, extensions: {} }
}
