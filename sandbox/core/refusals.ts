/** Why an authorization request is not served. Each vendor words every one of these in its own way. */
export type AuthorizationReason =
  | 'unknown-client'
  | 'redirect-mismatch'
  | 'missing-parameter'
  | 'unsupported-response-type'
  | 'unknown-scope'
  | 'challenge-missing'
  | 'challenge-method'
  | 'challenge-malformed'
  | 'access-denied'
  | 'admin-wall'

/** Why a token endpoint gives no token. */
export type TokenReason =
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
  | 'refresh-dead'
  | 'scope-exceeds-grant'

export class AuthorizationRefusal extends Error {
  readonly reason: AuthorizationReason
  /** The parameter, scope or address at fault. */
  readonly detail: string

  constructor(reason: AuthorizationReason, detail = '') {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}

export class TokenRefusal extends Error {
  readonly reason: TokenReason
  /** The parameter, scope or address at fault; never a secret. */
  readonly detail: string

  constructor(reason: TokenReason, detail = '') {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}
