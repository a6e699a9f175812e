/** Any JSON value: this provider knows the contract from the specification alone. */
export type Json = ReturnType<typeof JSON.parse>

/** Thrown by handlers: becomes a problem. */
export class ProblemError extends Error {
  readonly status: number
  readonly type: string
  readonly errors: { pointer: string; detail: string }[] | undefined

  constructor(status: number, type: string, detail: string, errors?: { pointer: string; detail: string }[]) {
    super(detail)
    this.status = status
    this.type = type
    this.errors = errors
  }
}

export function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError(400, 'validation-error', `${pointer} ${detail}`, [{ pointer, detail }])
}
