import type { ProviderError } from '../../src/kit/errors.ts'
import { readRetryAfter } from '../../src/kit/time.ts'
import { toProviderError, type VendorAnswer, VendorError } from '../../src/kit/vendor-errors.ts'
import { MICROSOFT_ERRORS } from './errors.ts'

/** What a failed call of Microsoft's library, or the reading of its answer, comes down to; `now` is epoch ms. */
export function toMicrosoftError(error: unknown, now: number): ProviderError {
  return toProviderError(MICROSOFT_ERRORS, 'Microsoft', error instanceof Refusal ? told(error, now) : untold(error))
}

/** Whether Graph took too long over a request, or its answer was longer than we read: one for less may succeed. */
export function isTooMuch(error: unknown): boolean {
  return error instanceof VendorError && error.status === 504 && !error.reasons.includes('out-of-time')
}

/** An answer that is not what was asked for, with what little of it may be looked at. */
class Refusal extends Error {
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
export async function readAnswer<Answer extends object>(response: Response): Promise<Answer> {
  const { status, headers } = response
  const body = parse(await readText(response))
  if (!response.ok) throw new Refusal('Graph refused', response, body)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Answer
  throw new Refusal('the answer is not the JSON object it should be', { status, headers })
}

/** A page of mail stays far below this; where it does not, a smaller page is asked for, as after a time-out. */
const LONGEST_ANSWER_BYTES = 64 * 1024 * 1024

/** Read to its end whatever it is: an answer that is left lying holds on to its connection. */
async function readText({ body, headers }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > LONGEST_ANSWER_BYTES) throw new Refusal('the answer is too long', { status: 504, headers })
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

function told({ status, headers, body, message }: Refusal, now: number): VendorAnswer {
  const error = (body as { error?: unknown } | undefined)?.error
  const reasons = readCodes(error)
  const retryAfter = readRetryAfter(headers.get('retry-after'), now)
  return {
    at: 'api',
    status,
    reasons,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    cause: {
      message: `${message}: ${readMessage(error)}`.slice(0, LONGEST_MESSAGE),
      status,
      reasons,
      requestId: headers.get('request-id'),
    },
  }
}

const LONGEST_MESSAGE = 300

/** https://learn.microsoft.com/graph/errors: narrower codes stand inside, under either spelling of `innerError`. */
interface ErrorBody {
  code?: unknown
  message?: unknown
  innerError?: unknown
  innererror?: unknown
}

const DEEPEST = 5

function readCodes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return []
  const { code, innerError, innererror } = error as ErrorBody
  const inner = readCodes(innerError ?? innererror, depth + 1)
  return typeof code === 'string' && code !== '' ? [code, ...inner] : inner
}

function readMessage(error: unknown): string {
  const { message } = (error ?? {}) as ErrorBody
  return typeof message === 'string' ? message : ''
}

/** No answer came: what the library wraps into a GraphError whose code is the name of the error it met. */
function untold(error: unknown): VendorAnswer {
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: string }
  const status = [name, code].some((word) => word === 'TimeoutError' || word === 'AbortError') ? 504 : 0
  return { at: 'api', status, reasons: [], cause: { message: message?.slice(0, LONGEST_MESSAGE), status } }
}
