/** The knobs of an authorization server. They may be turned at any time. */
export interface OAuthSettings {
  /** Answer an authorization request at once as if the person had pressed Allow; no page is shown. */
  autoConsent: boolean
  /** The account that is signed in: preselected on the page, used by automatic consent. Absent: the first one. */
  signedIn?: string
  /** The person presses Cancel. */
  deny: boolean
  /** The person unticks every optional scope but these. */
  grantOnly?: readonly string[]
  /** An administrator has to approve the application first. */
  requireAdminConsent: boolean
  /** `withhold`: a code is exchanged for an access token only. */
  refreshTokens: 'issue' | 'withhold'
  /** What a refresh does to the refresh token: keep it; replace it and kill the old; replace it and let the old live. */
  rotation: 'none' | 'replace' | 'overlap'
  pkce: 'optional' | 'required'
  codeLifetimeMs: number
  accessTokenLifetimeMs: number
  /** Counted from its issue. Absent: for ever. */
  refreshTokenLifetimeMs?: number
  /** Live refresh tokens per account and client; one more silently kills the oldest. */
  maxRefreshTokens: number
}

export const DEFAULT_SETTINGS: OAuthSettings = {
  autoConsent: false,
  deny: false,
  requireAdminConsent: false,
  refreshTokens: 'issue',
  rotation: 'none',
  pkce: 'optional',
  codeLifetimeMs: 10 * 60_000,
  accessTokenLifetimeMs: 60 * 60_000,
  maxRefreshTokens: 100,
}

/** The names of all settings, the optional ones included. */
export const SETTING_NAMES = [...Object.keys(DEFAULT_SETTINGS), 'signedIn', 'grantOnly', 'refreshTokenLifetimeMs']
