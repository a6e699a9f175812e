import { PROBLEMS, type ProblemItem, type ProblemName } from '../contract/problem.ts'

/** What the page of a failed sign-in shows beside the message. */
export interface PageHelp {
  /** Default: that the connection failed. */
  title?: string
  /** What to do, in place of the general advice. */
  next?: string
  /** A text that did not originate here, possibly from anybody: shown as a quotation, in plain text. */
  quote?: { from: string; text: string }
  /** A link to open or to pass on, and the sentence that introduces it. */
  link?: { text: string; url: string }
}

/** Optional members of a problem, beside its status, name and detail. */
export interface ProblemOptions {
  /** Pointers to the invalid members of the request. */
  errors?: ProblemItem[]
  /** How long the caller should wait (ms); sent as Retry-After in whole seconds. */
  retryAfterMs?: number
  /** Only for pages: a problem does not contain it. */
  page?: PageHelp
  /** Extension members of the response body (RFC 9457, 3.2). */
  extensions?: Record<string, unknown>
  /** The underlying error: only the redacted log shows it. */
  cause?: unknown
}

/**
 * Base class of the errors that are sent to the caller as `application/problem+json`. `message` is public: it becomes
 * the problem's detail. The underlying error is the `cause`, which only the redacted log shows.
 */
export class ProviderError extends Error {
  readonly status: number
  readonly problem: ProblemName
  readonly options: ProblemOptions

  constructor(status: number, problem: ProblemName, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.name = new.target.name
    this.status = status
    this.problem = problem
    this.options = options
  }

  get title(): string {
    return PROBLEMS[this.problem]
  }
}

/** Invalid or missing input: 400. `errors` point into the request body. */
export class ValidationError extends ProviderError {
  constructor(detail: string, errors: ProblemItem[] = [], cause?: unknown, page: PageHelp = {}) {
    super(400, 'validation-error', detail, { errors, cause, page })
  }

  /** For a single invalid member: `pointer` is a JSON pointer such as `#/filter/cursor`. */
  static at(pointer: string, detail: string, cause?: unknown): ValidationError {
    return new ValidationError(`${pointer}: ${detail}`, [{ pointer, detail }], cause)
  }
}

/** This hub does not serve the application that a request names: 400. */
export class UnknownApplicationError extends ValidationError {
  constructor(application: string, served: readonly string[]) {
    super(`Unknown application "${application.slice(0, 64)}". Available applications: ${served.join(', ')}.`)
  }
}

/** The operator has not set the variables that an application needs: 400, because no other request can succeed either. */
export class UnconfiguredApplicationError extends ValidationError {
  constructor(application: string, missing: readonly string[]) {
    const detail = `The application "${application}" is not configured: the hub needs ${missing.join(' and ')}.`
    const next =
      'Connecting again does not help. Report this to the people who run this service, with the request ID below.'
    super(detail, [], undefined, { next })
  }
}

/** The vendor rejected the user's credentials: 401. The platform stops syncing and asks the user to reconnect. */
export class CredentialsExpiredError extends ProviderError {
  /** Whether the same credentials may become valid again without a new sign-in. */
  readonly recoverable: boolean

  constructor(detail: string, options: ProblemOptions = {}, recoverable = false) {
    super(401, 'credentials-expired', detail, options)
    this.recoverable = recoverable
  }
}

/**
 * The vendor rejected some records of a write: 422. `errors` names every rejected record. `extensions` holds the complete
 * response with the ids of the records that were written, so that a repeated request updates them instead of creating
 * duplicates. A record that may have been created, because the response was lost, has the code UNKNOWN_OUTCOME of
 * `src/contract/problem.ts`.
 */
export class PartialFailureError extends ProviderError {
  constructor(detail: string, errors: ProblemItem[], extensions: Record<string, unknown>) {
    super(422, 'partial-failure', detail, { errors, extensions })
  }
}
