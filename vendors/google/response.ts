import type { ConnectMethod } from '../../src/contract/index.ts'
import type { ProviderError } from '../../src/kit/errors.ts'
import { toEpochMs } from '../../src/kit/time.ts'
import { toProviderError, type VendorFailure } from '../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { parseRetryAfter } from '../../src/runtime/retry-after.ts'
import { GOOGLE_ERRORS } from './errors.ts'

/** Converts an error of Google's library to a ProviderError. `now` is epoch ms. */
export function toGoogleError(error: unknown, now: number, method: ConnectMethod): ProviderError {
  return toProviderError(GOOGLE_ERRORS, 'Google', { ...toVendorFailure(error, now), method })
}

/** Like `toGoogleError`, for token information: each 400 is an invalid token, and often names no reason. */
export function toTokenInfoError(error: unknown, now: number, method: ConnectMethod): ProviderError {
  const failure = toVendorFailure(error, now)
  const reasons = failure.status === 400 ? ['invalid_token', ...failure.reasons] : failure.reasons
  return toProviderError(GOOGLE_ERRORS, 'Google', { ...failure, reasons, method })
}

/** Like `toGoogleError`, for Google Meet, which gives no reason if only others may read a transcript. */
export function toMeetError(error: unknown, now: number, method: ConnectMethod): ProviderError {
  const failure = toVendorFailure(error, now)
  const isGeneral = (reason: string) => ['forbidden', 'PERMISSION_DENIED', '403'].includes(reason)
  const isRefused = failure.status === 403 && failure.reasons.length > 0 && failure.reasons.every(isGeneral)
  const reasons = isRefused ? ['transcriptRefused', ...failure.reasons] : failure.reasons
  return toProviderError(GOOGLE_ERRORS, 'Google', { ...failure, reasons, method })
}

/** A successful response whose body is not a JSON object, such as a proxy's page or a truncated body. */
export class UnreadableResponse extends Error {
  readonly response = { status: 200, data: undefined }

  constructor() {
    super('the response is not a JSON object')
  }
}

/** The members of a GaxiosError that are read. The others contain tokens and are never used or logged. */
interface LibraryError {
  name?: string
  code?: string | number
  message?: string
  response?: { status: number; data: unknown; headers?: { get(name: string): string | null } }
}

/** https://cloud.google.com/apis/design/errors, and the older members that Calendar and Gmail still set. */
interface ErrorBody {
  message?: string
  status?: string
  errors?: { reason?: string; message?: string }[]
  details?: { reason?: string }[]
}

function toVendorFailure(error: unknown, now: number): VendorFailure {
  const { name, code, message, response } = error as LibraryError
  const body = toErrorDetails(parseBytes(response?.data))
  const status = response?.status ?? (isTimeout(name) || isTimeout(code) ? 504 : 0)
  const reasons = [...toNarrowerReasons(status, body), ...body.reasons, ...(typeof code === 'string' ? [code] : [])]
  return {
    at: 'api',
    status,
    reasons,
    ...omitUndefined({ retryAfterMs: toRetryAfterMs(response, body, now) }),
    cause: { message: message?.slice(0, MAX_MESSAGE_LENGTH), status, reasons },
  }
}

/**
 * Reasons that only the message or the lack of a reason reveals. «Mail service not enabled» and the passing «Precondition
 * check failed.» have the same reason; a protected cell of a spreadsheet is an ordinary invalid argument.
 */
function toNarrowerReasons(status: number, { isGoogleError, reasons, messages }: ErrorDetails): string[] {
  if (messages.some((message) => /mail service not enabled/i.test(message))) return ['mailServiceNotEnabled']
  if (messages.some((message) => /protected cell or object/i.test(message))) return ['protectedRange']
  return isGoogleError && status === 403 && reasons.length === 0 ? ['forbidden'] : []
}

/** An HTML page of a proxy becomes the message of the library's error. */
const MAX_MESSAGE_LENGTH = 300

function isTimeout(name: unknown): boolean {
  return name === 'TimeoutError' || name === 'AbortError'
}

/** The error of a request for a file's content is bytes as well. */
function parseBytes(data: unknown): unknown {
  if (!(data instanceof ArrayBuffer)) return data
  try {
    return JSON.parse(Buffer.from(data).toString())
  } catch {
    return undefined
  }
}

interface ErrorDetails {
  /** Whether the body has the form of Google's errors, unlike that of a proxy. */
  isGoogleError: boolean
  reasons: string[]
  messages: string[]
}

/** In an error of the token information endpoint `error` is a string, in one of the APIs it is an object. */
function toErrorDetails(data: unknown): ErrorDetails {
  const error = (data as { error?: unknown } | undefined)?.error
  if (typeof error === 'string') return { isGoogleError: false, reasons: [error], messages: [] }
  if (typeof error !== 'object' || error === null) return { isGoogleError: false, reasons: [], messages: [] }
  const { message, status, errors, details } = error as ErrorBody
  const [legacyErrors, detailList] = [toList(errors), toList(details)]
  return {
    isGoogleError: true,
    reasons: onlyStrings([
      ...legacyErrors.map((entry) => entry?.reason),
      ...detailList.map((entry) => entry?.reason),
      status,
    ]),
    messages: onlyStrings([message, ...legacyErrors.map((entry) => entry?.message)]),
  }
}

function toList<Entry>(value: Entry[] | undefined): (Entry | null)[] {
  return Array.isArray(value) ? value : []
}

function onlyStrings(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string')
}

/** Google renews these quotas once a day at an undocumented time, so one attempt per hour is enough. */
const DAILY_QUOTA_REASONS = ['quotaExceeded', 'dailyLimitExceeded']
const DAILY_QUOTA_RETRY_MS = 3_600_000

function toRetryAfterMs(response: LibraryError['response'], body: ErrorDetails, now: number): number | undefined {
  const requestedMs =
    parseRetryAfter(response?.headers?.get('retry-after'), now) ?? findRetryDelayMs(body.messages, now)
  if (!body.reasons.some((reason) => DAILY_QUOTA_REASONS.includes(reason))) return requestedMs
  return Math.max(requestedMs ?? 0, DAILY_QUOTA_RETRY_MS)
}

/**
 * Gmail sends no Retry-After header with a user's rate limit. The instant is only in the message
 * («User-rate limit exceeded.  Retry after 2026-09-11T20:00:00.000Z»), and requests before it postpone it.
 */
function findRetryDelayMs(messages: string[], now: number): number | undefined {
  const dateTime = messages.map((message) => /retry after (\S+)/i.exec(message)?.[1]).find(Boolean)
  const instant = toEpochMs(dateTime)
  return instant === undefined ? undefined : Math.max(0, instant - now)
}
