import type { AuthorizationErrorReason, TokenErrorReason } from '../../core/oauth/errors.ts'

type PageError = readonly [code: string, text: string]

/** Error code and text of Google's page for each invalid authorization request. */
export const AUTHORIZATION_ERROR: Readonly<
  Record<Exclude<AuthorizationErrorReason, 'access-denied'>, (detail: string) => PageError>
> = {
  'unknown-client': () => ['invalid_client', 'The OAuth client was not found.'],
  'redirect-mismatch': (uri) => [
    'redirect_uri_mismatch',
    `The redirect URI in the request, ${uri}, does not match the ones authorized for the OAuth client.`,
  ],
  'missing-parameter': (name) => ['invalid_request', `Missing required parameter: ${name}`],
  'unsupported-response-type': (type) => ['unsupported_response_type', `Invalid response_type: ${type}`],
  'unknown-scope': (scope) => ['invalid_scope', `Some requested scopes were invalid. {invalid=[${scope}]}`],
  'challenge-missing': () => ['invalid_request', 'Missing required parameter: code_challenge'],
  'challenge-method': (method) => ['invalid_request', `Invalid code_challenge_method: ${method}`],
  'challenge-malformed': () => ['invalid_request', 'Invalid code_challenge'],
  'admin-consent-required': () => [
    'admin_policy_enforced',
    'Your administrator has to review this application before you can use it.',
  ],
}

type TokenError = readonly [status: number, error: string, description: string]

/** The token endpoint's errors (https://developers.google.com/identity/protocols/oauth2/web-server#exchange-errors). */
export const TOKEN_ERROR: Readonly<Record<TokenErrorReason, (detail: string) => TokenError>> = {
  'unknown-client': () => [401, 'invalid_client', 'The OAuth client was not found.'],
  'wrong-secret': () => [401, 'invalid_client', 'Unauthorized'],
  'redirect-mismatch': () => [400, 'redirect_uri_mismatch', 'Bad Request'],
  'missing-parameter': (name) => [400, 'invalid_request', `Missing required parameter: ${name}`],
  'unsupported-grant-type': (type) => [400, 'unsupported_grant_type', `Invalid grant_type: ${type}`],
  'verifier-missing': () => [400, 'invalid_grant', 'Missing code verifier.'],
  'verifier-wrong': () => [400, 'invalid_grant', 'Invalid code verifier.'],
  'code-unknown': () => [400, 'invalid_grant', 'Malformed auth code.'],
  'code-used': () => [400, 'invalid_grant', 'Bad Request'],
  'code-expired': () => [400, 'invalid_grant', 'Bad Request'],
  'refresh-unknown': () => [400, 'invalid_grant', 'Bad Request'],
  'refresh-inactive': () => [400, 'invalid_grant', 'Token has been expired or revoked.'],
  'scope-exceeds-grant': () => [400, 'invalid_scope', 'Bad Request'],
}
