import { PROBLEMS, type ProblemItem, type ProblemName } from '../contract/problem.ts'

/** Extra parts of a problem: pointers to what is wrong, seconds to wait, further members of the body. */
export interface ProblemParts {
  errors?: ProblemItem[]
  /** How long the caller should wait (ms); sent as Retry-After in whole seconds. */
  retryAfter?: number
  extensions?: Record<string, unknown>
  /** Goes to the redacted log only. */
  cause?: unknown
}

/**
 * The family of errors that reach the caller as `application/problem+json`. `message` is public: it becomes the
 * problem's detail. What led to it is the `cause`, which only the redacted log sees.
 */
export class ProviderError extends Error {
  readonly status: number
  readonly problem: ProblemName
  readonly parts: ProblemParts

  constructor(status: number, problem: ProblemName, detail: string, parts: ProblemParts = {}) {
    super(detail, { cause: parts.cause })
    this.name = new.target.name
    this.status = status
    this.problem = problem
    this.parts = parts
  }

  get title(): string {
    return PROBLEMS[this.problem]
  }
}

/** Bad or missing input: 400. `errors` point into the request body. */
export class ValidationError extends ProviderError {
  constructor(detail: string, errors: ProblemItem[] = [], cause?: unknown) {
    super(400, 'validation-error', detail, { errors, cause })
  }

  /** For one wrong member: `pointer` is a JSON pointer such as `#/filter/cursor`. */
  static at(pointer: string, detail: string, cause?: unknown): ValidationError {
    return new ValidationError(`${pointer}: ${detail}`, [{ pointer, detail }], cause)
  }
}

/** The application named by a request is not served here: 400. */
export class UnknownApplication extends ValidationError {
  constructor(application: string, served: readonly string[]) {
    super(`The application "${application.slice(0, 64)}" is not served here; served are: ${served.join(', ')}.`)
  }
}

/** The vendor says that the user's credentials are dead: 401. The platform stops syncing and asks to reconnect. */
export class CredentialsExpiredError extends ProviderError {
  /** Whether the same credentials may work again later, without a new sign-in. */
  readonly mayHeal: boolean

  constructor(detail: string, parts: ProblemParts = {}, mayHeal = false) {
    super(401, 'credentials-expired', detail, parts)
    this.mayHeal = mayHeal
  }
}

/**
 * Some of the records of a write were refused: 422. `errors` names every refused record, and the whole answer stands
 * beside them in `extensions`, with the ids of what was written, so that sending it again updates instead of doubling.
 */
export class PartialFailure extends ProviderError {
  constructor(detail: string, errors: ProblemItem[], extensions: Record<string, unknown>) {
    super(422, 'partial-failure', detail, { errors, extensions })
  }
}
