import type { Budget } from './budget.ts'
import { OVERSIZED_RESPONSES } from './http.ts'
import type { ErrorClass, VendorError } from './vendor-errors.ts'

/** Maximum size of the items of a page (bytes of JSON), which keeps the response below 50 MB. */
export const MAX_PAGE_BYTES = 40_000_000
/** After so many failed attempts, each on a different page, an item is reported in a warning. */
export const MAX_TRIES = 3
/** After so many consecutive failures the vendor is considered unavailable. */
export const MAX_CONSECUTIVE_FAILURES = 5
/** Errors that concern the whole account, unless their rule says otherwise: every other item would fail, too. */
export const ACCOUNT_ERRORS: readonly ErrorClass[] = ['scope-required', 'mailbox-unavailable', 'operator']

/** Whether nothing more should be requested for a page after this error. */
export function endsPage(error: VendorError, budget: Budget): boolean {
  return (
    error.class === 'rate-limited' ||
    error.options.retryAfterMs !== undefined ||
    error.reasons.includes(OVERSIZED_RESPONSES) ||
    budget.remainingMs() === 0
  )
}
