import type { ErrorRule } from '../../../src/kit/vendor-errors.ts'
import { API_ERRORS } from '../vendor/api-errors.ts'

/** RFC 6749, sections 4.1.2.1 and 5.2. */
const SIGN_IN_ERRORS: readonly ErrorRule[] = [
  {
    at: 'authorize',
    reason: 'access_denied',
    class: 'invalid-request',
    retry: false,
    fault: 'user',
    sentence: 'Access was not granted at Beacon.',
    next: 'Start the connection again and allow access.',
  },
  {
    at: 'token',
    reason: 'invalid_grant',
    class: 'credentials-expired',
    retry: false,
    fault: 'user',
    sentence: 'Beacon has ended this sign-in.',
    next: 'Connect the account again.',
  },
  {
    at: 'token',
    reason: 'invalid_client',
    class: 'operator',
    retry: false,
    fault: 'operator',
    sentence: 'Beacon does not accept the client id or secret of this hub.',
    next: 'The operator of the hub has to correct BEACON_CLIENT_ID and BEACON_CLIENT_SECRET.',
  },
]

/** What the errors of Beacon mean. docs/errors.md is generated from it. */
export const BEACON_ERRORS: readonly ErrorRule[] = [...API_ERRORS, ...SIGN_IN_ERRORS]
