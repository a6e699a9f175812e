/** Why an authorization request fails. Each vendor has its own message for every reason. */
export type AuthorizationErrorReason =
  | 'unknown-client'
  | 'redirect-mismatch'
  | 'missing-parameter'
  | 'unsupported-response-type'
  | 'unknown-scope'
  | 'challenge-missing'
  | 'challenge-method'
  | 'challenge-malformed'
  | 'access-denied'
  | 'admin-consent-required'

/** Why a token request fails. */
export type TokenErrorReason =
  | 'unknown-client'
  | 'wrong-secret'
  | 'redirect-mismatch'
  | 'missing-parameter'
  | 'unsupported-grant-type'
  | 'verifier-missing'
  | 'verifier-wrong'
  | 'code-unknown'
  | 'code-used'
  | 'code-expired'
  | 'refresh-unknown'
  | 'refresh-inactive'
  | 'scope-exceeds-grant'

export class AuthorizationError extends Error {
  readonly reason: AuthorizationErrorReason
  /** The parameter, scope or address that caused the error. */
  readonly detail: string

  constructor(reason: AuthorizationErrorReason, detail = '') {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}

export class TokenError extends Error {
  readonly reason: TokenErrorReason
  /** The parameter, scope or address that caused the error; never a secret. */
  readonly detail: string

  constructor(reason: TokenErrorReason, detail = '') {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}
