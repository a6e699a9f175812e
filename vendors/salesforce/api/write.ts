import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { type ClientRequest, MAX_TIMEOUT_MS } from './client.ts'
import type { Org } from './org.ts'

/** What became of a request that writes. */
export type WriteResult<Answer> =
  | { state: 'answered'; answer: Answer }
  /** Salesforce said no, or was never reached: nothing was written. */
  | { state: 'refused'; error: ProviderError }
  /** It left, and no answer came that can be read: it may have been carried out, now or in a moment. */
  | { state: 'unknown'; error: ProviderError }

/** Time kept for finding out what became of a write that brought no answer (ms). */
const VERIFICATION_RESERVE_MS = 5_000
const MIN_TIMEOUT_MS = 500

/** Sends something that writes: once, whatever happens. */
export async function sendWrite<Answer>(
  org: Org,
  send: (sending: Pick<ClientRequest, 'timeoutMs' | 'onSend' | 'repeatable'>) => Promise<Answer>,
): Promise<WriteResult<Answer>> {
  let hasLeft = false
  const left = org.call.budget.remainingMs() - VERIFICATION_RESERVE_MS
  const timeoutMs = Math.max(MIN_TIMEOUT_MS, Math.min(MAX_TIMEOUT_MS, left))
  const onSend = () => {
    hasLeft = true
  }
  try {
    return { state: 'answered', answer: await send({ timeoutMs, onSend, repeatable: false }) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { state: hasLeft && mayHaveBeenApplied(error) ? 'unknown' : 'refused', error }
  }
}

/** Failures to reach Salesforce at all. */
const CONNECT_ERRORS = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
  'UND_ERR_CONNECT_TIMEOUT',
])

/** A status that says no is an answer; a broken connection, a proxy's 502 and a late answer are none. */
function mayHaveBeenApplied(error: ProviderError): boolean {
  if (error instanceof CredentialsExpiredError || !(error instanceof VendorError)) return false
  if (error.reasons.some((reason) => CONNECT_ERRORS.has(reason))) return false
  const { status } = (error.cause ?? {}) as { status?: number }
  return status === undefined || status < 400 || status >= 500
}
