import type { ProblemItem } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { isObject } from '../model/parse.ts'
import type { CallFailure, CallOutcome, FailureDetails } from '../provider/outcome.ts'

/** The error codes of the graph API that actions use. */
export type ActionErrorCode =
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'FORBIDDEN'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'UPSTREAM_FAILED'

/**
 * Why an action at a provider failed. The message is shown to the user who requested it; the extensions are for programs.
 */
export class ActionError extends Error {
  readonly code: ActionErrorCode
  readonly extensions: Readonly<Record<string, unknown>>

  constructor(code: ActionErrorCode, message: string, extensions: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'ActionError'
    this.code = code
    this.extensions = extensions
  }
}

/** Returns the result of a call, or throws its failure as an ActionError. */
export function resultOrThrow<Result>(outcome: CallOutcome<Result>): Result {
  if (outcome.kind === 'ok') return outcome.result
  throw toActionError(outcome)
}

/** Converts the failure of a call for the user who requested it. `retryAfter` in the extensions is in ms. */
export function toActionError(failure: CallFailure): ActionError {
  switch (failure.kind) {
    case 'rate-limited': {
      const { error, retryAfter } = failure
      return new ActionError('RATE_LIMITED', error.detail, omitUndefined({ retryAfter, problem: error }))
    }
    case 'deferred': {
      const { retryAfter } = failure
      return new ActionError('UPSTREAM_FAILED', 'The provider cannot be reached at the moment.', { retryAfter })
    }
    case 'aborted':
      return new ActionError('UPSTREAM_FAILED', 'The provider did not respond in time.')
    case 'expired':
      return new ActionError('CONFLICT', `The account has to be connected again: ${failure.error.detail}`, {
        status: 'reconnect_required',
        problem: failure.error,
      })
    case 'misconfigured':
      return new ActionError('UPSTREAM_FAILED', 'The provider does not accept the key of this platform.')
    case 'failed':
      return toRejection(failure)
  }
}

/**
 * Adds to an error that the write may have been executed regardless. `isRemembered`: the attempt is stored as unknown, and
 * equal writes are refused until the user decides.
 */
export function withUnknownOutcome({ code, message, extensions }: ActionError, isRemembered: boolean): ActionError {
  if (!isRemembered) return new ActionError(code, `${message} ${MAYBE_CHANGED}`, extensions)
  return new ActionError(code, `${message} ${MAYBE_WRITTEN}`, { ...extensions, state: 'unknown' })
}

const MAYBE_WRITTEN = 'It is not known whether it was written.'
const MAYBE_CHANGED = 'It is not known whether it was changed; it can be sent again.'

/** The write takes longer than a person would wait; it goes on and its result will be stored. */
export function writeInProgress(): ActionError {
  return new ActionError('UPSTREAM_FAILED', 'The write is still in progress; its result will be recorded.', {
    state: 'begun',
  })
}

/** Status 400 and 422 are the user's errors; all others are failures of the provider. */
function toRejection(failure: CallFailure & FailureDetails): ActionError {
  const { error } = failure
  const isInput = error.status === 400 || error.status === 422
  const extensions = omitUndefined({ problem: error, errors: isInput ? problemItems(failure) : undefined })
  return new ActionError(isInput ? 'BAD_USER_INPUT' : 'UPSTREAM_FAILED', `${error.title}: ${error.detail}`, extensions)
}

/** The items in `errors` of a problem document, each with a pointer into the request. */
export function problemItems(failure: CallFailure): ProblemItem[] {
  const errors = 'problem' in failure ? failure.problem?.errors : undefined
  if (!Array.isArray(errors)) return []
  return errors.filter(isObject).map(({ pointer, detail, code }) =>
    omitUndefined({
      pointer: toText(pointer),
      detail: toText(detail),
      code: typeof code === 'string' ? toText(code) : undefined,
    }),
  )
}

/** Maximum length of texts that are copied from a provider's problem. */
const MAX_TEXT_LENGTH = 500

function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : ''
}
