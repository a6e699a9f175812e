/** Why a request is not authenticated. Only these three codes are returned with status 401. */
export type UnauthenticatedCode =
  | 'UNAUTHENTICATED_NO_TOKEN'
  | 'UNAUTHENTICATED_TOKEN_EXPIRED'
  | 'UNAUTHENTICATED_TOKEN_INVALID'

const MESSAGES: Readonly<Record<UnauthenticatedCode, string>> = {
  UNAUTHENTICATED_NO_TOKEN: 'Send an access token: Authorization: Bearer <token>.',
  UNAUTHENTICATED_TOKEN_EXPIRED: 'The access token has expired. Refresh it and try again.',
  UNAUTHENTICATED_TOKEN_INVALID: 'The access token could not be validated.',
}

/** The token is missing, expired, or not issued by this issuer for this platform. The cause is for the log only. */
export class Unauthenticated extends Error {
  readonly code: UnauthenticatedCode

  constructor(code: UnauthenticatedCode, cause?: unknown) {
    super(MESSAGES[code], cause === undefined ? undefined : { cause })
    this.name = 'Unauthenticated'
    this.code = code
  }
}

/** The issuer's keys cannot be fetched, so no token can be verified. Clients must not sign out because of it. */
export class IssuerUnreachable extends Error {
  constructor(cause: unknown) {
    super('Access tokens cannot be verified at the moment.', { cause })
    this.name = 'IssuerUnreachable'
  }
}
