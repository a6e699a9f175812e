import { clientError, GraphRequestError, SignInRequired } from './errors.ts'
import { type OperationResult, toResult } from './result.ts'
import type { Tokens } from './tokens.ts'

/** An operation as it is sent. */
export interface Operation {
  query: string
  variables?: unknown
}

export interface TransportOptions {
  endpoint: string
  tokens: Tokens
  /** Sent with every request, besides the token. */
  headers: Readonly<Record<string, string>>
  fetch: typeof globalThis.fetch
}

const UNAUTHORIZED = 401

/** Sends operations over HTTP: one as an object, several as a batch. */
export class Transport {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /**
   * Returns a result for each operation. Throws SignInRequired, GraphRequestError when there was no response, and the
   * signal's reason when it is aborted.
   */
  async send(operations: readonly Operation[], signal: AbortSignal): Promise<OperationResult[]> {
    const body = JSON.stringify(operations.length === 1 ? operations[0] : operations)
    const { tokens } = this.#options
    const token = await tokens.current()
    const first = await this.#post(body, token, signal)
    if (first.status !== UNAUTHORIZED) return toResults(first, operations.length)
    // The token is checked before anything is executed, so even a mutation may be sent again.
    const second = await this.#post(body, await tokens.renew(token), signal)
    const results = toResults(second, operations.length)
    if (second.status !== UNAUTHORIZED) return results
    throw new SignInRequired(results[0] ? { cause: new GraphRequestError(results[0]) } : {})
  }

  async #post(body: string, token: string, signal: AbortSignal): Promise<HttpResult> {
    const { endpoint, fetch, headers } = this.#options
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body,
        signal,
        credentials: 'omit',
      })
      return { status: response.status, retryAfterMs: getRetryAfterMs(response), text: await response.text() }
    } catch (cause) {
      signal.throwIfAborted()
      throw new GraphRequestError(
        { errors: [clientError('UNREACHABLE', 'The platform cannot be reached.')] },
        { cause },
      )
    }
  }
}

interface HttpResult {
  status: number
  retryAfterMs: number | undefined
  text: string
}

/** An error of the whole batch becomes the result of each of its operations. */
function toResults({ text, ...http }: HttpResult, count: number): OperationResult[] {
  const body = parseJson(text)
  const isList = count > 1 && Array.isArray(body) && body.length === count
  return Array.from({ length: count }, (_, index) => toResult(isList ? body[index] : body, http))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function getRetryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined
}
