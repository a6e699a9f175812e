/** Every request and the connection to the database have this time (ms). */
export const TIMEOUT_MS = 8_000

/** What came of a request: a response, or why there is none. */
export type Reply =
  | { status: number; headers: Headers; text: string; midpoint: number; tookMs: number }
  | { problem: string }

const MAX_TEXT = 1_000_000

/** Sends a request. Never rejects. `midpoint`: when the response was about sent, by this machine's clock (epoch ms). */
export async function request(url: string, init: RequestInit = {}): Promise<Reply> {
  const start = Date.now()
  try {
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const end = Date.now()
    const text = (await response.text()).slice(0, MAX_TEXT)
    const { status, headers } = response
    return { status, headers, text, midpoint: (start + end) / 2, tookMs: end - start }
  } catch (error) {
    return { problem: describe(error as Error) }
  }
}

/** The reason without the URL, which may have a query with a secret. */
function describe(error: Error & { cause?: unknown }): string {
  if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1000} seconds`
  const cause = error.cause as (NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }) | undefined
  const code = cause?.code ?? cause?.errors?.[0]?.code
  const MEANINGS: Readonly<Record<string, string>> = {
    ENOTFOUND: 'its host name is not known to DNS',
    EAI_AGAIN: 'DNS did not respond',
    ECONNREFUSED: 'nobody listens there',
    ECONNRESET: 'the connection was reset',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
    UND_ERR_CONNECT_TIMEOUT: 'no connection could be established in time',
  }
  return (code && MEANINGS[code]) ?? code ?? cause?.message ?? error.message
}

/** The body as JSON. Undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A larger difference makes vendors refuse assertions, and tokens seem to be expired (ms). */
const MAX_CLOCK_DIFFERENCE_MS = 30_000

/** How far this machine's clock is ahead of the sender's, whose Date header is exact to the second (ms). */
export function clockDifference(reply: Reply): number | undefined {
  if ('problem' in reply) return undefined
  const date = Date.parse(reply.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : reply.midpoint - (date + 500)
}

export function isClockWrong(differenceMs: number): boolean {
  return Math.abs(differenceMs) > MAX_CLOCK_DIFFERENCE_MS
}

export function describeClock(differenceMs: number): string {
  const seconds = Math.round(Math.abs(differenceMs) / 1000)
  return seconds <= 1 ? 'equal' : `${seconds} s ${differenceMs > 0 ? 'ahead' : 'behind'}`
}
