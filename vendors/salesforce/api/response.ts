import type { ProviderError } from '../../../src/kit/errors.ts'
import { toProviderError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { parseRetryAfter } from '../../../src/runtime/retry-after.ts'
import { SALESFORCE_ERRORS } from '../errors.ts'

/** A response with an error status. */
export class ResponseError extends Error {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined

  constructor(status: number, text: string, retryAfter?: string) {
    super(`Salesforce returned ${status}`)
    this.status = status
    this.text = text
    this.retryAfter = retryAfter
  }
}

/** A successful response without the documented content, such as a maintenance page or a truncated body. */
export class UnreadableResponse extends Error {
  constructor() {
    super('the response does not have the form that Salesforce documents')
  }
}

/** The VendorError for unexpected content that is found after the client has returned the response. */
export function unreadableResponse(): ProviderError {
  return toSalesforceError(new UnreadableResponse(), 0)
}

/** Converts an error of the client to a ProviderError. `now` is epoch ms. */
export function toSalesforceError(error: unknown, now: number): ProviderError {
  if (error instanceof ResponseError) {
    return classify(error.status, readErrors(parseJsonOrText(error.text)), parseRetryAfter(error.retryAfter, now))
  }
  if (error instanceof UnreadableResponse) return classify(200, [{ code: '', message: error.message }])
  const { name, message = '', cause } = error as { name?: string; message?: string; cause?: { code?: unknown } }
  const isTimeout = name === 'TimeoutError' || name === 'AbortError'
  return classify(isTimeout ? 504 : 0, [{ code: typeof cause?.code === 'string' ? cause.code : '', message }])
}

/** The ProviderError for a failed subrequest of a composite request. */
export function toSubrequestError(status: number, body: unknown): ProviderError {
  return classify(status, readErrors(body))
}

/** The errors with which Salesforce rejected what a single request wrote; none if the error has another reason. */
export function readResponseErrors(error: ProviderError): ApiError[] {
  const { errors, status = 0 } = (error.cause ?? {}) as { errors?: ApiError[]; status?: number }
  return status === 400 || status === 404 ? (errors ?? []) : []
}

/** An error in a response of the REST API. */
export interface ApiError {
  code: string
  message: string
  fields?: string[]
}

/** Single requests have `errorCode`, collections have `statusCode`, with the same values. */
interface ErrorEntry {
  errorCode?: unknown
  statusCode?: unknown
  message?: unknown
  fields?: unknown
}

/** The errors in a response body. The user information endpoint returns a single word, the others a list of objects. */
export function readErrors(body: unknown): ApiError[] {
  if (typeof body === 'string') return [{ code: /^\w{1,64}$/.test(body.trim()) ? body.trim() : '', message: '' }]
  const entries: unknown[] = Array.isArray(body) ? body : [body]
  return entries.filter(isObject).map(({ errorCode, statusCode, message, fields }: ErrorEntry) => ({
    code: String(errorCode ?? statusCode ?? ''),
    message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE_LENGTH) : '',
    ...omitUndefined({ fields: Array.isArray(fields) && fields.length > 0 ? fields.map(String) : undefined }),
  }))
}

const MAX_MESSAGE_LENGTH = 300

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The limit counts the last 24 hours and Salesforce does not say when calls are available: retry once an hour. */
const DAILY_LIMIT_RETRY_MS = 3_600_000

function classify(status: number, errors: ApiError[], requestedMs?: number): ProviderError {
  const reasons = errors.flatMap(({ code, message }) => [...toNarrowerReason(code, message), code]).filter(Boolean)
  const isDailyLimit = reasons.includes('REQUEST_LIMIT_EXCEEDED') && !reasons.includes('ConcurrentRequests')
  const retryAfterMs = isDailyLimit ? Math.max(requestedMs ?? 0, DAILY_LIMIT_RETRY_MS) : requestedMs
  return toProviderError(SALESFORCE_ERRORS, 'Salesforce', {
    at: 'api',
    status,
    reasons,
    ...omitUndefined({ retryAfterMs }),
    cause: { message: errors.map(({ message }) => message).join('; '), status, reasons, errors },
  })
}

/** Reasons that only the message distinguishes from others with the same code. */
function toNarrowerReason(code: string, message: string): string[] {
  // «ConcurrentRequests Limit exceeded.», otherwise it is the daily limit.
  if (code === 'REQUEST_LIMIT_EXCEEDED') return message.startsWith('Concurrent') ? ['ConcurrentRequests'] : []
  // «No such column 'X' on entity 'Y'», also for a field that is hidden; otherwise the statement is invalid.
  return code === 'INVALID_FIELD' && UNKNOWN_FIELD.test(message) ? ['NoSuchColumn'] : []
}

const UNKNOWN_FIELD = /No such column|Didn't understand relationship/
