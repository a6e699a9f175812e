import type { ProviderError } from '../../src/kit/errors.ts'
import { readRetryAfter, toEpochMs } from '../../src/kit/time.ts'
import { toProviderError, type VendorAnswer } from '../../src/kit/vendor-errors.ts'
import { GOOGLE_ERRORS } from './errors.ts'

/** What a failed call of Google's library comes down to; `now` is epoch ms. */
export function toGoogleError(error: unknown, now: number): ProviderError {
  return toProviderError(GOOGLE_ERRORS, 'Google', readAnswer(error, now))
}

/** An answer with a good status that holds no JSON object: a proxy's page, or one that was cut off. */
export class UnreadableAnswer extends Error {
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

function readAnswer(error: unknown, now: number): VendorAnswer {
  const { name, code, message, response } = error as LibraryError
  const body = readBody(response?.data)
  const reasons = [...body.reasons, ...(typeof code === 'string' ? [code] : [])]
  const status = response?.status ?? (isTimeout(name) || isTimeout(code) ? 504 : 0)
  const retryAfter = readWait(response, body, now)
  return {
    at: 'api',
    status,
    reasons,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    cause: { message: message?.slice(0, LONGEST_MESSAGE), status, reasons },
  }
}

/** An HTML page of a proxy becomes the message of the library's error. */
const LONGEST_MESSAGE = 300

function isTimeout(name: unknown): boolean {
  return name === 'TimeoutError' || name === 'AbortError'
}

interface ReadBody {
  reasons: string[]
  messages: string[]
}

/** Token information answers with a plain word, the APIs with an object. */
function readBody(data: unknown): ReadBody {
  const error = (data as { error?: unknown } | undefined)?.error
  if (typeof error === 'string') return { reasons: [error], messages: [] }
  if (typeof error !== 'object' || error === null) return { reasons: [], messages: [] }
  const { message, status, errors, details } = error as ErrorBody
  const [old, recent] = [asList(errors), asList(details)]
  return {
    reasons: texts([...old.map((entry) => entry?.reason), ...recent.map((entry) => entry?.reason), status]),
    messages: texts([message, ...old.map((entry) => entry?.message)]),
  }
}

function asList<Entry>(value: Entry[] | undefined): (Entry | null)[] {
  return Array.isArray(value) ? value : []
}

function texts(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string')
}

/** Google renews these quotas once a day and says nothing about when: asking every hour is often enough. */
const LONG_WAITS = ['quotaExceeded', 'dailyLimitExceeded']
const LONG_WAIT_MS = 3_600_000

function readWait(response: LibraryError['response'], body: ReadBody, now: number): number | undefined {
  const asked = readRetryAfter(response?.headers?.get('retry-after'), now) ?? readInstant(body.messages, now)
  if (!body.reasons.some((reason) => LONG_WAITS.includes(reason))) return asked
  return Math.max(asked ?? 0, LONG_WAIT_MS)
}

/**
 * Gmail sends no Retry-After with a user's rate limit: the instant stands in the message only
 * («User-rate limit exceeded.  Retry after 2026-09-11T20:00:00.000Z»), and asking earlier moves it further away.
 */
function readInstant(messages: string[], now: number): number | undefined {
  const found = messages.map((message) => /retry after (\S+)/i.exec(message)?.[1]).find(Boolean)
  const instant = toEpochMs(found)
  return instant === undefined ? undefined : Math.max(0, instant - now)
}
