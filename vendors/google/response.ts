import type { ProviderError } from '../../src/kit/errors.ts'
import { toEpochMs } from '../../src/kit/time.ts'
import { toProviderError, type VendorFailure } from '../../src/kit/vendor-errors.ts'
import { parseRetryAfter } from '../../src/runtime/retry-after.ts'
import { GOOGLE_ERRORS } from './errors.ts'

/** What a failed call of Google's library comes down to; `now` is epoch ms. */
export function toGoogleError(error: unknown, now: number): ProviderError {
  return toProviderError(GOOGLE_ERRORS, 'Google', toVendorFailure(error, now))
}

/** An answer with a good status that holds no JSON object: a proxy's page, or one that was cut off. */
export class UnreadableResponse extends Error {
  readonly response = { status: 200, data: undefined }

  constructor() {
    super('the answer is not the JSON object it should be')
  }
}

/** What is read of a GaxiosError. The rest of it holds tokens, and goes nowhere. */
interface LibraryError {
  name?: string
  code?: string | number
  message?: string
  response?: { status: number; data: unknown; headers?: { get(name: string): string | null } }
}

/** https://cloud.google.com/apis/design/errors, and the older form beside it that Calendar and Gmail still fill. */
interface ErrorBody {
  message?: string
  status?: string
  errors?: { reason?: string; message?: string }[]
  details?: { reason?: string }[]
}

function toVendorFailure(error: unknown, now: number): VendorFailure {
  const { name, code, message, response } = error as LibraryError
  const body = toErrorDetails(response?.data)
  const reasons = [...body.reasons, ...(typeof code === 'string' ? [code] : [])]
  const status = response?.status ?? (isTimeout(name) || isTimeout(code) ? 504 : 0)
  const retryAfter = toRetryAfter(response, body, now)
  return {
    at: 'api',
    status,
    reasons,
    ...(retryAfter === undefined ? {} : { retryAfterMs }),
    cause: { message: message?.slice(0, MAX_MESSAGE_LENGTH), status, reasons },
  }
}

/** An HTML page of a proxy becomes the message of the library's error. */
const MAX_MESSAGE_LENGTH = 300

function isTimeout(name: unknown): boolean {
  return name === 'TimeoutError' || name === 'AbortError'
}

interface ErrorDetails {
  reasons: string[]
  messages: string[]
}

/** Token information answers with a plain word, the APIs with an object. */
function toErrorDetails(data: unknown): ErrorDetails {
  const error = (data as { error?: unknown } | undefined)?.error
  if (typeof error === 'string') return { reasons: [error], messages: [] }
  if (typeof error !== 'object' || error === null) return { reasons: [], messages: [] }
  const { message, status, errors, details } = error as ErrorBody
  const [old, recent] = [asList(errors), asList(details)]
  return {
    reasons: onlyStrings([...old.map((entry) => entry?.reason), ...recent.map((entry) => entry?.reason), status]),
    messages: onlyStrings([message, ...old.map((entry) => entry?.message)]),
  }
}

function asList<Entry>(value: Entry[] | undefined): (Entry | null)[] {
  return Array.isArray(value) ? value : []
}

function onlyStrings(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string')
}

/** Google renews these quotas once a day and says nothing about when: asking every hour is often enough. */
const DAILY_QUOTA_REASONS = ['quotaExceeded', 'dailyLimitExceeded']
const DAILY_QUOTA_RETRY_MS = 3_600_000

function toRetryAfter(response: LibraryError['response'], body: ErrorDetails, now: number): number | undefined {
  const asked = parseRetryAfter(response?.headers?.get('retry-after'), now) ?? findRetryInstant(body.messages, now)
  if (!body.reasons.some((reason) => DAILY_QUOTA_REASONS.includes(reason))) return asked
  return Math.max(asked ?? 0, DAILY_QUOTA_RETRY_MS)
}

/**
 * Gmail sends no Retry-After with a user's rate limit: the instant stands in the message only
 * («User-rate limit exceeded.  Retry after 2026-09-11T20:00:00.000Z»), and asking earlier moves it further away.
 */
function findRetryInstant(messages: string[], now: number): number | undefined {
  const found = messages.map((message) => /retry after (\S+)/i.exec(message)?.[1]).find(Boolean)
  const instant = toEpochMs(found)
  return instant === undefined ? undefined : Math.max(0, instant - now)
}
