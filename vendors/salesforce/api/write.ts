import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { PATIENCE_MS, type Question } from './client.ts'
import type { Org } from './org.ts'

/** What became of a request that writes. */
export type Written<Answer> =
  | { state: 'answered'; answer: Answer }
  /** Salesforce said no, or was never reached: nothing was written. */
  | { state: 'refused'; error: ProviderError }
  /** It left, and no answer came that can be read: it may have been carried out, now or in a moment. */
  | { state: 'unknown'; error: ProviderError }

/** Time kept for finding out what became of a write that brought no answer (ms). */
const FINDING_OUT_MS = 5_000
const SHORTEST_PATIENCE_MS = 500

/** Sends something that writes: once, whatever happens. */
export async function write<Answer>(
  org: Org,
  send: (sending: Pick<Question, 'patience' | 'onSend' | 'repeatable'>) => Promise<Answer>,
): Promise<Written<Answer>> {
  let hasLeft = false
  const left = org.call.budget.left() - FINDING_OUT_MS
  const patience = Math.max(SHORTEST_PATIENCE_MS, Math.min(PATIENCE_MS, left))
  const onSend = () => {
    hasLeft = true
  }
  try {
    return { state: 'answered', answer: await send({ patience, onSend, repeatable: false }) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { state: hasLeft && mayHaveHappened(error) ? 'unknown' : 'refused', error }
  }
}

/** Failures to reach Salesforce at all. */
const NEVER_REACHED = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
  'UND_ERR_CONNECT_TIMEOUT',
])

/** A status that says no is an answer; a broken connection, a proxy's 502 and a late answer are none. */
function mayHaveHappened(error: ProviderError): boolean {
  if (error instanceof CredentialsExpiredError || !(error instanceof VendorError)) return false
  if (error.reasons.some((reason) => NEVER_REACHED.has(reason))) return false
  const { status } = (error.cause ?? {}) as { status?: number }
  return status === undefined || status < 400 || status >= 500
}
