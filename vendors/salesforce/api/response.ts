import type { ProviderError } from '../../../src/kit/errors.ts'
import { toProviderError } from '../../../src/kit/vendor-errors.ts'
import { parseRetryAfter } from '../../../src/runtime/retry-after.ts'
import { SALESFORCE_ERRORS } from '../errors.ts'

/** An answer with a status that says no. */
export class ResponseError extends Error {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined

  constructor(status: number, text: string, retryAfter?: string) {
    super(`Salesforce answered ${status}`)
    this.status = status
    this.text = text
    this.retryAfter = retryAfter
  }
}

/** An answer with a good status that is not what it should be: a maintenance page, or one that was cut off. */
export class UnreadableResponse extends Error {
  constructor() {
    super('the answer is not in the form Salesforce documents')
  }
}

/** The same, said of an answer that was already taken for a good one. */
export function unreadableResponse(): ProviderError {
  return toSalesforceError(new UnreadableResponse(), 0)
}

/** What a failed call comes down to; `now` is epoch ms. */
export function toSalesforceError(error: unknown, now: number): ProviderError {
  if (error instanceof ResponseError) {
    return classify(error.status, readErrors(parseJsonOrText(error.text)), parseRetryAfter(error.retryAfter, now))
  }
  if (error instanceof UnreadableResponse) return classify(200, [{ code: '', message: error.message }])
  const { name, message = '', cause } = error as { name?: string; message?: string; cause?: { code?: unknown } }
  const isTimeout = name === 'TimeoutError' || name === 'AbortError'
  return classify(isTimeout ? 504 : 0, [{ code: typeof cause?.code === 'string' ? cause.code : '', message }])
}

/** The same for a part of a composite call, which has a status and a body of its own. */
export function toSubrequestError(status: number, body: unknown): ProviderError {
  return classify(status, readErrors(body))
}

/** One of the errors in an answer of the REST API. */
export interface ApiError {
  code: string
  message: string
  fields?: string[]
}

/** Single calls say `errorCode`, collections say `statusCode`: both mean the same words. */
interface ErrorEntry {
  errorCode?: unknown
  statusCode?: unknown
  message?: unknown
  fields?: unknown
}

/** The errors of an answer. User information answers with a plain word, everything else with a list of objects. */
export function readErrors(body: unknown): ApiError[] {
  if (typeof body === 'string') return [{ code: /^\w{1,64}$/.test(body.trim()) ? body.trim() : '', message: '' }]
  const entries: unknown[] = Array.isArray(body) ? body : [body]
  return entries.filter(isObject).map(({ errorCode, statusCode, message, fields }: ErrorEntry) => ({
    code: String(errorCode ?? statusCode ?? ''),
    message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE_LENGTH) : '',
    ...(Array.isArray(fields) && fields.length > 0 ? { fields: fields.map(String) } : {}),
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

/** The calls of a day come back by and by and Salesforce does not say when: asking every hour is often enough. */
const DAILY_LIMIT_RETRY_MS = 3_600_000

function classify(status: number, errors: ApiError[], asked?: number): ProviderError {
  const reasons = errors.flatMap(({ code, message }) => [...toNarrowerReason(code, message), code]).filter(Boolean)
  const usedUp = reasons.includes('REQUEST_LIMIT_EXCEEDED') && !reasons.includes('ConcurrentRequests')
  const retryAfter = usedUp ? Math.max(asked ?? 0, DAILY_LIMIT_RETRY_MS) : asked
  return toProviderError(SALESFORCE_ERRORS, 'Salesforce', {
    at: 'api',
    status,
    reasons,
    ...(retryAfter === undefined ? {} : { retryAfterMs }),
    cause: { message: errors.map(({ message }) => message).join('; '), status, reasons },
  })
}

/** Two limits share a code: calls of a day, and long calls at the same time («ConcurrentRequests Limit exceeded.»). */
function toNarrowerReason(code: string, message: string): string[] {
  return code === 'REQUEST_LIMIT_EXCEEDED' && message.startsWith('Concurrent') ? ['ConcurrentRequests'] : []
}
