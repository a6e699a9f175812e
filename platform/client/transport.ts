import { type Answer, toAnswer } from './answer.ts'
import { GraphRequestError, ownProblem, SignInRequired } from './errors.ts'
import type { Tokens } from './tokens.ts'

/** An operation as it goes over the wire. */
export interface Operation {
  query: string
  variables?: unknown
}

export interface TransportParts {
  endpoint: string
  tokens: Tokens
  /** What every request says beside its token. */
  headers: Readonly<Record<string, string>>
  fetch: typeof globalThis.fetch
}

const UNAUTHORIZED = 401

/** Sends operations over HTTP: one as it is, several as a batch. */
export class Transport {
  readonly #parts: TransportParts

  constructor(parts: TransportParts) {
    this.#parts = parts
  }

  /** An answer for each operation. Throws SignInRequired, GraphRequestError when none came, and why it was aborted. */
  async send(operations: readonly Operation[], signal: AbortSignal): Promise<Answer[]> {
    const body = JSON.stringify(operations.length === 1 ? operations[0] : operations)
    const { tokens } = this.#parts
    const token = await tokens.current()
    const first = await this.#post(body, token, signal)
    if (first.status !== UNAUTHORIZED) return answersIn(first, operations.length)
    // Nothing was executed: the token is looked at before anything else. So even a mutation may be sent again.
    const second = await this.#post(body, await tokens.renew(token), signal)
    const answers = answersIn(second, operations.length)
    if (second.status !== UNAUTHORIZED) return answers
    throw new SignInRequired(answers[0] ? { cause: new GraphRequestError(answers[0]) } : {})
  }

  async #post(body: string, token: string, signal: AbortSignal): Promise<Received> {
    const { endpoint, fetch, headers } = this.#parts
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body,
        signal,
        credentials: 'omit',
      })
      return { status: response.status, retryAfterMs: retryAfterMs(response), text: await response.text() }
    } catch (cause) {
      signal.throwIfAborted()
      throw new GraphRequestError({ errors: [ownProblem('UNREACHABLE', 'The platform cannot be reached.')] }, { cause })
    }
  }
}

interface Received {
  status: number
  retryAfterMs: number | undefined
  text: string
}

/** What refuses a batch as a whole is the answer to each of its operations. */
function answersIn({ text, ...how }: Received, count: number): Answer[] {
  const body = parsed(text)
  const isList = count > 1 && Array.isArray(body) && body.length === count
  return Array.from({ length: count }, (_, index) => toAnswer(isList ? body[index] : body, how))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined
}
