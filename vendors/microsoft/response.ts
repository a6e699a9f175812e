import type { ProviderError } from '../../src/kit/errors.ts'
import { toProviderError, type VendorFailure, VendorError } from '../../src/kit/vendor-errors.ts'
import { parseRetryAfter } from '../../src/runtime/retry-after.ts'
import { MICROSOFT_ERRORS } from './errors.ts'

/** What a failed call of Microsoft's library, or the reading of its answer, comes down to; `now` is epoch ms. */
export function toMicrosoftError(error: unknown, now: number): ProviderError {
  return toProviderError(
    MICROSOFT_ERRORS,
    'Microsoft',
    error instanceof ResponseError ? fromResponseError(error, now) : fromTransportError(error),
  )
}

/** Whether Graph took too long over a request, or its answer was longer than we read: one for less may succeed. */
export function isTimeoutOrTooLarge(error: unknown): boolean {
  return error instanceof VendorError && error.status === 504 && !error.reasons.includes('out-of-time')
}

/** An answer that is not what was asked for, with what little of it may be looked at. */
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

/** The JSON object that an answer holds. */
export async function readJsonObject<Answer extends object>(response: Response): Promise<Answer> {
  const { status, headers } = response
  const body = parse(await readText(response))
  if (!response.ok) throw new ResponseError('Graph refused', response, body)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Answer
  throw new ResponseError('the answer is not the JSON object it should be', { status, headers })
}

/** A page of mail stays far below this; where it does not, a smaller page is asked for, as after a time-out. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/** Read to its end whatever it is: an answer that is left lying holds on to its connection. */
async function readText({ body, headers }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_RESPONSE_BYTES) throw new ResponseError('the answer is too long', { status: 504, headers })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fromResponseError({ status, headers, body, message }: ResponseError, now: number): VendorFailure {
  const error = (body as { error?: unknown } | undefined)?.error
  const reasons = readCodes(error)
  const retryAfter = parseRetryAfter(headers.get('retry-after'), now)
  return {
    at: 'api',
    status,
    reasons,
    ...(retryAfter === undefined ? {} : { retryAfterMs }),
    cause: {
      message: `${message}: ${readMessage(error)}`.slice(0, MAX_MESSAGE_LENGTH),
      status,
      reasons,
      requestId: headers.get('request-id'),
    },
  }
}

const MAX_MESSAGE_LENGTH = 300

/** https://learn.microsoft.com/graph/errors: narrower codes stand inside, under either spelling of `innerError`. */
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

function readMessage(error: unknown): string {
  const { message } = (error ?? {}) as ErrorBody
  return typeof message === 'string' ? message : ''
}

/** No answer came: what the library wraps into a GraphError whose code is the name of the error it met. */
function fromTransportError(error: unknown): VendorFailure {
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: string }
  const status = [name, code].some((word) => word === 'TimeoutError' || word === 'AbortError') ? 504 : 0
  return { at: 'api', status, reasons: [], cause: { message: message?.slice(0, MAX_MESSAGE_LENGTH), status } }
}
