import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { type ClientRequest, MAX_TIMEOUT_MS } from './client.ts'
import type { Org } from './org.ts'

/** The result of a request that writes. */
export type WriteResult<Response> =
  | { state: 'completed'; response: Response }
  /** Salesforce rejected it or was not reached: nothing was written. */
  | { state: 'rejected'; error: ProviderError }
  /** It was sent but there is no readable response: it may have been carried out, or may still be. */
  | { state: 'unknown'; error: ProviderError }

/** Time reserved for finding out the result of a write without a response (ms). */
const VERIFICATION_RESERVE_MS = 5_000
const MIN_TIMEOUT_MS = 500

/** Sends a write at most once. `send` gets the options that its request must use. */
export async function sendWrite<Response>(
  org: Org,
  send: (options: Pick<ClientRequest, 'timeoutMs' | 'onSend' | 'retryable'>) => Promise<Response>,
): Promise<WriteResult<Response>> {
  let wasSent = false
  const remainingMs = org.call.budget.remainingMs() - VERIFICATION_RESERVE_MS
  const timeoutMs = Math.max(MIN_TIMEOUT_MS, Math.min(MAX_TIMEOUT_MS, remainingMs))
  const onSend = () => {
    wasSent = true
  }
  try {
    return { state: 'completed', response: await send({ timeoutMs, onSend, retryable: false }) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { state: wasSent && mayHaveBeenApplied(error) ? 'unknown' : 'rejected', error }
  }
}

/** Codes of errors that occur before a connection exists. */
const CONNECT_ERRORS = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether a failed write may have been carried out: after a broken connection, a proxy's 502 or a timeout. */
function mayHaveBeenApplied(error: ProviderError): boolean {
  if (error instanceof CredentialsExpiredError || !(error instanceof VendorError)) return false
  if (error.reasons.some((reason) => CONNECT_ERRORS.has(reason))) return false
  const { status } = (error.cause ?? {}) as { status?: number }
  return status === undefined || status < 400 || status >= 500
}
