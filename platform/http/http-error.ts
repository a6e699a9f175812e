import type { ProblemName } from '../../src/contract/index.ts'

export interface HttpErrorParts {
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/** A request that is answered with a status of its own. The message is public; the cause goes to the log only. */
export class HttpError extends Error {
  readonly status: number
  readonly problem: ProblemName
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, problem: ProblemName, message: string, { headers = {}, cause }: HttpErrorParts = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'HttpError'
    this.status = status
    this.problem = problem
    this.headers = headers
  }
}

/** Something the platform needs does not answer, or it is only just starting. */
export function unavailable(message: string, cause?: unknown): HttpError {
  return new HttpError(503, 'unavailable', message, { headers: { 'Retry-After': '2' }, cause })
}

/** Strangers become a 500 with one neutral sentence. */
export function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  const message = 'Something went wrong inside the platform; its log says what.'
  return new HttpError(500, 'internal-error', message, { cause: thrown })
}
