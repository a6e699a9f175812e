import type { AuthorizationErrorReason, TokenErrorReason } from '../../core/oauth/errors.ts'
import type { TokenErrorName } from '../errors.ts'

export interface AuthorizationErrorForm {
  error: string
  description: string
  /** Whether the error is sent to the application's redirect URI instead of shown on a page of Salesforce. */
  redirects: boolean
}

function onPage(error: string, description: string): AuthorizationErrorForm {
  return { error, description, redirects: false }
}

function toApplication(error: string, description: string): AuthorizationErrorForm {
  return { error, description, redirects: true }
}

/** https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_flow_errors.htm */
export const AUTHORIZATION_ERRORS: Readonly<
  Record<AuthorizationErrorReason, (detail: string) => AuthorizationErrorForm>
> = {
  'unknown-client': () => onPage('invalid_client_id', 'client identifier invalid'),
  'redirect-mismatch': () => onPage('redirect_uri_mismatch', 'redirect_uri must match configuration'),
  'missing-parameter': (name) => onPage('invalid_request', `missing required parameter: ${name}`),
  'unsupported-response-type': () => toApplication('unsupported_response_type', 'response type not supported'),
  'unknown-scope': () => toApplication('invalid_scope', 'the requested scope is not allowed'),
  'challenge-missing': () => toApplication('invalid_request', 'missing required code challenge'),
  'challenge-method': () => toApplication('invalid_request', 'invalid code challenge method'),
  'challenge-malformed': () => toApplication('invalid_request', 'invalid code challenge'),
  'access-denied': () => toApplication('access_denied', 'end-user denied authorization'),
  'admin-consent-required': () =>
    onPage('OAUTH_APPROVAL_ERROR_GENERIC', 'An unexpected error has occurred during authentication.'),
}

/** A wrong code verifier is an `invalid_request`, not an `invalid_grant`. */
export const TOKEN_ERRORS_BY_REASON: Readonly<
  Record<TokenErrorReason, TokenErrorName | ((detail: string) => readonly [error: string, description: string])>
> = {
  'unknown-client': 'invalidClientId',
  'wrong-secret': 'invalidClient',
  'redirect-mismatch': () => ['redirect_uri_mismatch', 'redirect_uri must match configuration'],
  'missing-parameter': (name) => ['invalid_request', `missing required parameter: ${name}`],
  'unsupported-grant-type': 'unsupportedGrantType',
  'verifier-missing': () => ['invalid_grant', 'invalid code verifier'],
  'verifier-wrong': () => ['invalid_request', 'invalid code verifier'],
  'code-unknown': 'invalidCode',
  'code-used': 'expiredCode',
  'code-expired': 'expiredCode',
  'refresh-unknown': 'expiredToken',
  'refresh-inactive': 'expiredToken',
  'scope-exceeds-grant': () => ['invalid_scope', 'the requested scope is not allowed'],
}
