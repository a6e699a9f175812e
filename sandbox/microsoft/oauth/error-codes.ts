import type { AuthorizationErrorReason, TokenErrorReason } from '../../core/oauth/errors.ts'
import type { AadstsCode } from './aadsts.ts'

/** Whether an authorization error is sent to the application's redirect URI or shown on a page of Microsoft. */
type ErrorForm = 'redirect' | 'page'

/** The errors of the authorization endpoint, but for refusals by the user or administrator. */
export const AUTHORIZATION_ERROR_CODES: Readonly<
  Record<
    Exclude<AuthorizationErrorReason, 'access-denied' | 'admin-consent-required'>,
    readonly [AadstsCode, ErrorForm]
  >
> = {
  'unknown-client': [700016, 'page'],
  'redirect-mismatch': [50011, 'page'],
  'missing-parameter': [900144, 'page'],
  'unsupported-response-type': [70005, 'redirect'],
  'unknown-scope': [70011, 'redirect'],
  'challenge-missing': [50147, 'redirect'],
  'challenge-method': [501491, 'redirect'],
  'challenge-malformed': [501491, 'redirect'],
}

export const TOKEN_ERROR_CODES: Readonly<Record<TokenErrorReason, AadstsCode>> = {
  'unknown-client': 700016,
  'wrong-secret': 7000215,
  'redirect-mismatch': 50011,
  'missing-parameter': 900144,
  'unsupported-grant-type': 70003,
  'verifier-missing': 501481,
  'verifier-wrong': 501481,
  'code-unknown': 70000,
  'code-used': 54005,
  'code-expired': 70008,
  'refresh-unknown': 70000,
  'refresh-inactive': 700082,
  'scope-exceeds-grant': 65001,
}
