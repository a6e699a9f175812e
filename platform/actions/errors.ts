import type { ProblemItem } from '../../src/contract/index.ts'
import { isObject } from '../model/parse.ts'
import type { CallFailure, CallOutcome, FailureDetails } from '../provider/outcome.ts'

/** What kind of failure it is, in the words that the graph API answers. */
export type ActionErrorCode =
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'FORBIDDEN'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'UPSTREAM_FAILED'

/**
 * Why something that was asked of a provider was not done. The message is meant for the person who asked; extensions
 * say the same to programs.
 */
export class ActionError extends Error {
  readonly code: ActionErrorCode
  readonly extensions: Readonly<Record<string, unknown>>

  constructor(code: ActionErrorCode, message: string, extensions: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'OutsideFailure'
    this.code = code
    this.extensions = extensions
  }
}

/** The answer of a call. Throws what went wrong instead. */
export function resultOrThrow<Answer>(outcome: CallOutcome<Answer>): Answer {
  if (outcome.kind === 'ok') return outcome.result
  throw toActionError(outcome)
}

/** A call that did not work out, as it is told to who asked for it. `retryAfter` in the extensions is in ms. */
export function toActionError(trouble: CallFailure): ActionError {
  switch (trouble.kind) {
    case 'rate-limited':
      return new ActionError('RATE_LIMITED', trouble.error.detail, { ...asked(trouble), problem: trouble.error })
    case 'deferred':
      return new ActionError('UPSTREAM_FAILED', 'The provider cannot be reached at the moment.', asked(trouble))
    case 'aborted':
      return new ActionError('UPSTREAM_FAILED', 'The provider did not answer in time.')
    case 'expired':
      return new ActionError('CONFLICT', `The account has to be connected again: ${trouble.error.detail}`, {
        ...{ status: 'reconnect_required', problem: trouble.error },
      })
    case 'misconfigured':
      return new ActionError('UPSTREAM_FAILED', 'The provider does not take the key of this platform.')
    case 'failed':
      return rejection(trouble)
  }
}

/** The same failure, where it may have been done all the same. */
export function withUnknownOutcome({ code, message, extensions }: ActionError, isRemembered: boolean): ActionError {
  if (!isRemembered) return new ActionError(code, `${message} ${MAYBE_CHANGED}`, extensions)
  return new ActionError(code, `${message} ${MAYBE_WRITTEN}`, { ...extensions, state: 'unknown' })
}

const MAYBE_WRITTEN = 'It is not known whether it was written.'
const MAYBE_CHANGED = 'It is not known whether it was changed; it can be sent again.'

export function writeInProgress(): ActionError {
  return new ActionError('UPSTREAM_FAILED', 'The provider is still writing. What comes of it is kept.', {
    state: 'begun',
  })
}

/** What the provider finds wrong is the asker's; everything else is the provider's own failure. */
function rejection(trouble: CallFailure & FailureDetails): ActionError {
  const { error } = trouble
  const isInput = error.status === 400 || error.status === 422
  const extensions = { problem: error, ...(isInput ? { errors: problemItems(trouble) } : {}) }
  return new ActionError(isInput ? 'BAD_USER_INPUT' : 'UPSTREAM_FAILED', `${error.title}: ${error.detail}`, extensions)
}

/** What a problem says is wrong, each with its place in the request. */
export function problemItems(trouble: CallFailure): ProblemItem[] {
  const errors = 'problem' in trouble ? trouble.problem?.errors : undefined
  if (!Array.isArray(errors)) return []
  return errors.filter(isObject).map(({ pointer, detail, code }) => ({
    pointer: toText(pointer),
    detail: toText(detail),
    ...(typeof code === 'string' ? { code: toText(code) } : {}),
  }))
}

/** What a provider writes has bounds. */
const MAX_TEXT_LENGTH = 500

function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : ''
}

function asked({ retryAfter }: { retryAfter?: number }): { retryAfter?: number } {
  return retryAfter === undefined ? {} : { retryAfter }
}
