/** Why a request runs as nobody. Only these three answer with 401. */
export type UnauthenticatedCode =
  | 'UNAUTHENTICATED_NO_TOKEN'
  | 'UNAUTHENTICATED_TOKEN_EXPIRED'
  | 'UNAUTHENTICATED_TOKEN_INVALID'

const MESSAGES: Readonly<Record<UnauthenticatedCode, string>> = {
  UNAUTHENTICATED_NO_TOKEN: 'Send an access token: Authorization: Bearer <token>.',
  UNAUTHENTICATED_TOKEN_EXPIRED: 'The access token has expired. Refresh it and try once more.',
  UNAUTHENTICATED_TOKEN_INVALID: 'The access token could not be validated.',
}

/** The token is missing, over, or not one of this issuer for this platform. The cause is for the log. */
export class Unauthenticated extends Error {
  readonly code: UnauthenticatedCode

  constructor(code: UnauthenticatedCode, cause?: unknown) {
    super(MESSAGES[code], cause === undefined ? undefined : { cause })
    this.name = 'Unauthenticated'
    this.code = code
  }
}

/** The issuer's keys cannot be had: nothing can be said of any token, and clients must not sign out for it. */
export class IssuerUnreachable extends Error {
  constructor(cause: unknown) {
    super('Sign-in cannot be checked at the moment.', { cause })
    this.name = 'IssuerUnreachable'
  }
}
