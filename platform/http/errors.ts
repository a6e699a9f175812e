import type { ProblemName } from '../../src/contract/index.ts'

export interface HttpErrorOptions {
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/** An error with an HTTP status. Its message is public; its cause is only logged. */
export class HttpError extends Error {
  readonly status: number
  readonly problem: ProblemName
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, problem: ProblemName, message: string, { headers = {}, cause }: HttpErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'HttpError'
    this.status = status
    this.problem = problem
    this.headers = headers
  }
}

/** What people are told while the database, or the part of it that they need, cannot be used. */
export const DATABASE_UNAVAILABLE = 'The database is overloaded or unavailable. Try again in a moment.'

/** A 503: the platform is starting or stopping, or something it depends on is not available. */
export function unavailable(message: string, cause?: unknown): HttpError {
  return new HttpError(503, 'unavailable', message, { headers: { 'Retry-After': '2' }, cause })
}

/** Masks unexpected errors as a 500 with a neutral sentence. */
export function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  const message = 'Something went wrong inside the platform; its log has the details.'
  return new HttpError(500, 'internal-error', message, { cause: thrown })
}
