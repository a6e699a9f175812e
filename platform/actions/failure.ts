import type { ProblemItem } from '../../src/contract/index.ts'
import type { CallOutcome, Refusal, Trouble } from '../provider/outcome.ts'
import { isObject } from '../model/parse.ts'

/** What kind of failure it is, in the words that the graph API answers. */
export type FailureCode = 'NOT_FOUND' | 'BAD_USER_INPUT' | 'FORBIDDEN' | 'CONFLICT' | 'RATE_LIMITED' | 'UPSTREAM_FAILED'

/**
 * Why something that was asked of a provider was not done. The message is meant for the person who asked; extensions
 * say the same to programs.
 */
export class OutsideFailure extends Error {
  readonly code: FailureCode
  readonly extensions: Readonly<Record<string, unknown>>

  constructor(code: FailureCode, message: string, extensions: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'OutsideFailure'
    this.code = code
    this.extensions = extensions
  }
}

/** The answer of a call. Throws what went wrong instead. */
export function answerOf<Answer>(outcome: CallOutcome<Answer>): Answer {
  if (outcome.kind === 'ok') return outcome.answer
  throw failureOf(outcome)
}

/** A call that did not work out, as it is told to who asked for it. `retryAfter` in the extensions is in ms. */
export function failureOf(trouble: Trouble): OutsideFailure {
  switch (trouble.kind) {
    case 'wait':
      return new OutsideFailure('RATE_LIMITED', trouble.error.detail, { ...asked(trouble), problem: trouble.error })
    case 'skipped':
      return new OutsideFailure('UPSTREAM_FAILED', 'The provider cannot be reached at the moment.', asked(trouble))
    case 'stopped':
      return new OutsideFailure('UPSTREAM_FAILED', 'The provider did not answer in time.')
    case 'expired':
      return new OutsideFailure('CONFLICT', `The account has to be connected again: ${trouble.error.detail}`, {
        ...{ status: 'reconnect_required', problem: trouble.error },
      })
    case 'misconfigured':
      return new OutsideFailure('UPSTREAM_FAILED', 'The provider does not take the key of this platform.')
    case 'failed':
      return refusal(trouble)
  }
}

/** The same failure, where it may have been done all the same. */
export function unknownOutcome({ code, message, extensions }: OutsideFailure, isRemembered: boolean): OutsideFailure {
  if (!isRemembered) return new OutsideFailure(code, `${message} ${MAYBE_CHANGED}`, extensions)
  return new OutsideFailure(code, `${message} ${MAYBE_WRITTEN}`, { ...extensions, state: 'unknown' })
}

const MAYBE_WRITTEN = 'It is not known whether it was written.'
const MAYBE_CHANGED = 'It is not known whether it was changed; it can be sent again.'

export function stillWriting(): OutsideFailure {
  return new OutsideFailure('UPSTREAM_FAILED', 'The provider is still writing. What comes of it is kept.', {
    state: 'begun',
  })
}

/** What the provider finds wrong is the asker's; everything else is the provider's own failure. */
function refusal(trouble: Trouble & Refusal): OutsideFailure {
  const { error } = trouble
  const isInput = error.status === 400 || error.status === 422
  const extensions = { problem: error, ...(isInput ? { errors: errorsIn(trouble) } : {}) }
  return new OutsideFailure(
    isInput ? 'BAD_USER_INPUT' : 'UPSTREAM_FAILED',
    `${error.title}: ${error.detail}`,
    extensions,
  )
}

/** What a problem says is wrong, each with its place in the request. */
export function errorsIn(trouble: Trouble): ProblemItem[] {
  const errors = 'problem' in trouble ? trouble.problem?.errors : undefined
  if (!Array.isArray(errors)) return []
  return errors.filter(isObject).map(({ pointer, detail, code }) => ({
    pointer: textOf(pointer),
    detail: textOf(detail),
    ...(typeof code === 'string' ? { code: textOf(code) } : {}),
  }))
}

/** What a provider writes has bounds. */
const LONGEST_TEXT = 500

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : ''
}

function asked({ retryAfter }: { retryAfter?: number }): { retryAfter?: number } {
  return retryAfter === undefined ? {} : { retryAfter }
}
