import type { ErrorRule } from '../../../src/kit/vendor-errors.ts'
import { API_ERRORS } from '../vendor/api-errors.ts'

/** The client and its key are the customer's own, so these errors are theirs to resolve (RFC 7523, section 3.1). */
const KEY_ERRORS: readonly ErrorRule[] = [
  {
    at: 'token',
    method: 'key',
    reason: 'invalid_grant',
    class: 'credentials-expired',
    retry: false,
    fault: 'administrator',
    sentence: 'Beacon does not accept this private key for this client.',
    next: 'Check in Beacon that the client exists and has the public key, then connect again.',
  },
  {
    at: 'token',
    method: 'key',
    reason: 'invalid_client',
    class: 'credentials-expired',
    retry: false,
    fault: 'administrator',
    sentence: 'Beacon does not know this client id.',
    next: 'Copy it from Beacon again, then connect again.',
  },
]

/** What the errors of Beacon mean. docs/errors.md is generated from it. */
export const BEACON_ERRORS: readonly ErrorRule[] = [...API_ERRORS, ...KEY_ERRORS]
