import { type ProblemItem, UNKNOWN_OUTCOME } from '../../../src/contract/index.ts'
import { CredentialsExpiredError, PartialFailureError, type ProviderError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { WriteOutcome } from '../api/collections.ts'
import type { ApiError } from '../api/response.ts'

/** The problems of a record that was not written. `pointerFor` returns the pointer for the fields of an error. */
export function toProblems(
  outcome: Exclude<WriteOutcome, { state: 'written' }>,
  isUpdate: boolean,
  pointerFor: (fields: readonly string[]) => string,
): ProblemItem[] {
  switch (outcome.state) {
    case 'rejected':
      return outcome.errors.map((error) => toProblem(error, pointerFor(error.fields ?? [])))
    case 'failed':
      return [{ pointer: pointerFor([]), detail: outcome.error.message, code: toCode(outcome.error) }]
    case 'unknown':
      return [{ pointer: pointerFor([]), detail: isUpdate ? MAYBE_CHANGED : MAYBE_CREATED, code: UNKNOWN_OUTCOME }]
  }
}

const MAYBE_CREATED =
  'Salesforce did not respond, so it is unknown whether this was created. Check in Salesforce before sending it again.'
const MAYBE_CHANGED = 'Salesforce did not respond, so it is unknown whether this was changed. It can be sent again.'

/** Explanations of codes whose message is not sufficient by itself. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  DUPLICATES_DETECTED: 'A duplicate rule of the org stopped this record.',
}

function toProblem({ code, message }: ApiError, pointer: string): ProblemItem {
  const detail = [EXPLANATIONS[code], message].filter(Boolean).join(' ') || code || 'Salesforce gave no reason.'
  return omitUndefined({ pointer, detail, code: code || undefined })
}

function toCode(error: ProviderError): string {
  return (error instanceof VendorError ? error.reasons[0] : undefined) ?? error.problem
}

/** The outcome of a write that failed at least in part. */
export interface WriteFailure {
  /** Noun for the records in the error's sentence. */
  label: string
  total: number
  failed: number
  problems: ProblemItem[]
  /** The whole response, with the ids of the written records. */
  extensions: Record<string, unknown>
  /** The errors that prevented records from being sent. */
  errors: readonly ProviderError[]
  /** Whether these errors prevented all records from being written. */
  nothingWritten: boolean
}

/**
 * The error of a write that failed at least in part. Expired credentials remain a CredentialsExpiredError, so that the
 * user is asked to connect again. If nothing was written, the original error is returned, so that the platform can retry
 * accordingly. Otherwise it is a PartialFailureError.
 */
export function toFailure(failure: WriteFailure): ProviderError {
  const { label, total, failed, problems, extensions, errors, nothingWritten } = failure
  const expired = errors.find((error) => error instanceof CredentialsExpiredError)
  if (expired) {
    const parts = { ...expired.options, errors: problems, extensions }
    return new CredentialsExpiredError(expired.message, parts, expired.recoverable)
  }
  // A request that was rejected because of its records has no pointers of its own.
  const [error] = errors
  if (error && nothingWritten && error.problem !== 'validation-error') return error
  return new PartialFailureError(
    `${failed} of ${total} ${label} were not written; the errors name each of them.`,
    problems,
    extensions,
  )
}
