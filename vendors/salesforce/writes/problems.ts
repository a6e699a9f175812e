import type { ProblemItem } from '../../../src/contract/index.ts'
import { CredentialsExpiredError, PartialFailureError, type ProviderError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { WriteOutcome } from '../api/collections.ts'
import type { ApiError } from '../api/response.ts'

/** What is told of a record that was not written; `place` finds the pointer for the fields Salesforce names. */
export function toProblems(
  outcome: Exclude<WriteOutcome, { state: 'written' }>,
  isUpdate: boolean,
  place: (fields: readonly string[]) => string,
): ProblemItem[] {
  switch (outcome.state) {
    case 'refused':
      return outcome.errors.map((error) => toProblem(error, place(error.fields ?? [])))
    case 'failed':
      return [{ pointer: place([]), detail: outcome.error.message, code: toCode(outcome.error) }]
    case 'unknown':
      return [{ pointer: place([]), detail: isUpdate ? MAYBE_CHANGED : MAYBE_CREATED, code: 'UNKNOWN_OUTCOME' }]
  }
}

const MAYBE_CREATED =
  'Salesforce did not answer: it is not known whether this was created. Look for it before sending it again.'
const MAYBE_CHANGED = 'Salesforce did not answer: it is not known whether this was changed. It can be sent again.'

/** Words for codes whose message says nothing by itself. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  DUPLICATES_DETECTED: 'A duplicate rule of the org stopped this record.',
}

function toProblem({ code, message }: ApiError, pointer: string): ProblemItem {
  const detail = [EXPLANATIONS[code], message].filter(Boolean).join(' ') || code || 'Salesforce gave no reason.'
  return { pointer, detail, ...(code ? { code } : {}) }
}

function toCode(error: ProviderError): string {
  return (error instanceof VendorError ? error.reasons[0] : undefined) ?? error.problem
}

/** How a write ended that did not go well altogether. */
export interface WriteFailure {
  /** What the records are called in a sentence. */
  label: string
  total: number
  failed: number
  problems: ProblemItem[]
  /** The whole answer, with the ids of what was written. */
  extensions: Record<string, unknown>
  /** What stopped some of it, or all. */
  errors: readonly ProviderError[]
  /** Whether all of it was stopped by that, and nothing may have been written. */
  nothingWritten: boolean
}

/**
 * The error for a write of which a part failed. Dead credentials stay what they are, so that the user is asked to
 * connect again; where nothing happened at all, the reason is told as it is, so that the platform can wait for it.
 */
export function toFailure(failure: WriteFailure): ProviderError {
  const { label, total, failed, problems, extensions, errors, nothingWritten } = failure
  const expired = errors.find((error) => error instanceof CredentialsExpiredError)
  if (expired) {
    const parts = { ...expired.options, errors: problems, extensions }
    return new CredentialsExpiredError(expired.message, parts, expired.recoverable)
  }
  if (errors[0] && nothingWritten) return errors[0]
  return new PartialFailureError(`${failed} of ${total} ${label} were not written; each is named.`, problems, extensions)
}
