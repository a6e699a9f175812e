import type { ConnectMethod } from '../../src/contract/index.ts'
import type { ProviderError } from '../../src/kit/errors.ts'
import { OVERSIZED_RESPONSE } from '../../src/kit/http.ts'
import { readText } from '../../src/kit/response-body.ts'
import { toProviderError, VendorError, type VendorFailure } from '../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { parseRetryAfter } from '../../src/runtime/retry-after.ts'
import { MICROSOFT_ERRORS } from './errors.ts'

/**
 * Converts an error of Microsoft's library, or of reading its response, to a ProviderError. `now` is epoch ms, `method` says
 * how the account was connected.
 */
export function toMicrosoftError(error: unknown, now: number, method: ConnectMethod = 'oauth'): ProviderError {
  const failure = error instanceof ResponseError ? fromResponseError(error, now) : fromTransportError(error)
  return toProviderError(MICROSOFT_ERRORS, 'Microsoft', { ...failure, method })
}

/** The error for something that Graph does not return although it would have to be there. `what` is for the log. */
export function toMissingError(what: string): ProviderError {
  const cause = { message: `Graph did not return ${what}` }
  return toProviderError(MICROSOFT_ERRORS, 'Microsoft', { at: 'api', status: 404, reasons: ['NotFound'], cause })
}

/** Whether Graph timed out or its response exceeded the size limit, so that a smaller request may succeed. */
export function isTimeoutOrTooLarge(error: unknown): boolean {
  if (!(error instanceof VendorError)) return false
  const { status, reasons } = error
  return reasons.includes(OVERSIZED_RESPONSE) || (status === 504 && !reasons.includes('out-of-time'))
}

/** A response that is an error or unreadable, with the members that are safe to read. */
class ResponseError extends Error {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown

  constructor(message: string, { status, headers }: { status: number; headers: Headers }, body?: unknown) {
    super(message)
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** Reads the JSON object in a response. Throws ResponseError for an error status or any other body. */
export async function readJsonObject<Body extends object>(response: Response): Promise<Body> {
  const { status, headers } = response
  const body = parseJson(await readText(response.body))
  if (!response.ok) throw new ResponseError('Graph returned an error', response, body)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body
  throw new ResponseError('the response is not a JSON object', { status, headers })
}

/** Reads a body that is text. Throws ResponseError for an error status, and for JSON and pages of HTML. */
export async function readTextBody(response: Response): Promise<string> {
  const { status, headers } = response
  const text = await readText(response.body)
  if (!response.ok) throw new ResponseError('Graph returned an error', response, parseJson(text))
  if (/json|html/i.test(headers.get('content-type') ?? '')) {
    throw new ResponseError('the response is not a text', { status, headers })
  }
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fromResponseError({ status, headers, body, message }: ResponseError, now: number): VendorFailure {
  const error = (body as { error?: unknown } | undefined)?.error
  const codes = readCodes(error)
  return {
    at: 'api',
    status,
    reasons: withoutGeneralCodes(codes),
    ...omitUndefined({ retryAfterMs: parseRetryAfter(headers.get('retry-after'), now) }),
    cause: {
      message: `${message}: ${readMessage(error)}`.slice(0, MAX_MESSAGE_LENGTH),
      status,
      reasons: codes,
      requestId: headers.get('request-id'),
    },
  }
}

const MAX_MESSAGE_LENGTH = 300

/** https://learn.microsoft.com/graph/errors. More specific codes are nested, under either spelling of `innerError`. */
interface ErrorBody {
  code?: unknown
  message?: unknown
  innerError?: unknown
  innererror?: unknown
}

const MAX_INNER_ERROR_DEPTH = 5

function readCodes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > MAX_INNER_ERROR_DEPTH) return []
  const { code, innerError, innererror } = error as ErrorBody
  const inner = readCodes(innerError ?? innererror, depth + 1)
  return typeof code === 'string' && code !== '' ? [code, ...inner] : inner
}

const EXPLAINED_CODES = new Set(MICROSOFT_ERRORS.flatMap(({ at, reason }) => (at === 'api' && reason ? [reason] : [])))

/** Of the codes that the table explains, only the innermost: those around it are more general. */
function withoutGeneralCodes(codes: readonly string[]): string[] {
  const specific = codes.findLast((code) => EXPLAINED_CODES.has(code))
  return codes.filter((code) => code === specific || !EXPLAINED_CODES.has(code))
}

function readMessage(error: unknown): string {
  const { message } = (error ?? {}) as ErrorBody
  return typeof message === 'string' ? message : ''
}

/** There was no response. The library throws a GraphError whose code is the name of the original error. */
function fromTransportError(error: unknown): VendorFailure {
  const { name, code, message, cause } = error as { name?: unknown; code?: unknown; message?: string; cause?: unknown }
  const status = [name, code].some((value) => value === 'TimeoutError' || value === 'AbortError') ? 504 : 0
  // The code of the system says whether there was a connection at all.
  const { code: systemCode } = (cause ?? {}) as { code?: unknown }
  const reasons = typeof systemCode === 'string' ? [systemCode] : []
  return { at: 'api', status, reasons, cause: { message: message?.slice(0, MAX_MESSAGE_LENGTH), status, reasons } }
}
