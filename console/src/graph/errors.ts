import { GraphRequestError, SignInRequired } from '../../../platform/client/index.ts'

/** What a person can do about an error, as a button. */
export type ErrorAction = 'retry' | 'sign-in' | 'reload' | 'none'

/** How an error is shown: what happened, what to do, and what to report. */
export interface ErrorDescription {
  kind: 'forbidden' | 'missing' | 'offline' | 'busy' | 'signed-out' | 'invalid' | 'failed'
  title: string
  detail: string
  action: ErrorAction
  /** Identifies the request in the platform's log. */
  requestId?: string
  /** How long to wait before another attempt, if the platform says so (ms). */
  retryAfterMs?: number
}

type Text = Pick<ErrorDescription, 'kind' | 'title' | 'action'> & { detail?: string }

const SIGNED_OUT: Text & { detail: string } = {
  kind: 'signed-out',
  title: 'Your session has ended',
  detail: 'Sign in again to go on. What you have entered on this page stays here.',
  action: 'sign-in',
}

/** By the code of the error. Without `detail`, the platform's own sentence is shown. */
const TEXTS: Readonly<Record<string, Text>> = {
  FORBIDDEN: { kind: 'forbidden', title: 'You may not see or change this', action: 'none' },
  NOT_FOUND: {
    kind: 'missing',
    title: 'This does not exist, or is not shared with you',
    detail: 'It may have been removed, or somebody may have stopped sharing it with you. Ask them to share it again.',
    action: 'none',
  },
  UNREACHABLE: {
    kind: 'offline',
    title: 'The platform cannot be reached',
    detail: 'Check your connection. This page goes on by itself as soon as the platform responds.',
    action: 'retry',
  },
  RATE_LIMITED: {
    kind: 'busy',
    title: 'Too many requests at once',
    detail: 'Wait a moment, then try again.',
    action: 'retry',
  },
  TIMEOUT: {
    kind: 'busy',
    title: 'This took too long',
    detail: 'Try again, or narrow what you are looking for.',
    action: 'retry',
  },
  SERVICE_UNAVAILABLE: { kind: 'busy', title: 'The platform is not available right now', action: 'retry' },
  CONFLICT: { kind: 'invalid', title: 'This cannot be done as things are', action: 'none' },
  BAD_USER_INPUT: { kind: 'invalid', title: 'Something that was entered is not accepted', action: 'none' },
}

const FAILED: Text = { kind: 'failed', title: 'Something went wrong', action: 'retry' }

/** Says what happened and what to do, for any error of a request. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof SignInRequired) return SIGNED_OUT
  if (!(error instanceof GraphRequestError)) {
    return { ...FAILED, detail: error instanceof Error ? error.message : 'An unknown error occurred.' }
  }
  if (error.code.startsWith('UNAUTHENTICATED')) return SIGNED_OUT
  const { detail = error.message, ...text } = TEXTS[error.code] ?? FAILED
  const requestId = error.errors.find((entry) => entry.requestId)?.requestId
  return {
    ...text,
    detail,
    ...(requestId === undefined ? {} : { requestId }),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  }
}
