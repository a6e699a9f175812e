import type { AuthorizationReason, TokenReason } from '../core/refusals.ts'
import type { TokenErrorName } from './errors.ts'

export interface AuthorizationError {
  error: string
  description: string
  /** Told to the application, rather than shown on a page of Salesforce's own. */
  redirects: boolean
}

function shown(error: string, description: string): AuthorizationError {
  return { error, description, redirects: false }
}

function told(error: string, description: string): AuthorizationError {
  return { error, description, redirects: true }
}

/** https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_flow_errors.htm */
export const AUTHORIZATION_ERROR: Readonly<Record<AuthorizationReason, (detail: string) => AuthorizationError>> = {
  'unknown-client': () => shown('invalid_client_id', 'client identifier invalid'),
  'redirect-mismatch': () => shown('redirect_uri_mismatch', 'redirect_uri must match configuration'),
  'missing-parameter': (name) => shown('invalid_request', `missing required parameter: ${name}`),
  'unsupported-response-type': () => told('unsupported_response_type', 'response type not supported'),
  'unknown-scope': () => told('invalid_scope', 'the requested scope is not allowed'),
  'challenge-missing': () => told('invalid_request', 'missing required code challenge'),
  'challenge-method': () => told('invalid_request', 'invalid code challenge method'),
  'challenge-malformed': () => told('invalid_request', 'invalid code challenge'),
  'access-denied': () => told('access_denied', 'end-user denied authorization'),
  'admin-wall': () => shown('OAUTH_APPROVAL_ERROR_GENERIC', 'An unexpected error has occurred during authentication.'),
}

/** A wrong verifier has an error of its own: it is the request that is wrong, not the code. */
export const TOKEN_ERROR: Readonly<
  Record<TokenReason, TokenErrorName | ((detail: string) => readonly [error: string, description: string])>
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
  'refresh-dead': 'expiredToken',
  'scope-exceeds-grant': () => ['invalid_scope', 'the requested scope is not allowed'],
}
