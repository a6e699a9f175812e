/** The settings of an authorization server. They may be changed at any time. */
export interface OAuthSettings {
  /** Approves every authorization request without showing the consent page. */
  autoConsent: boolean
  /** The account that the page preselects and automatic consent uses; the first one by default. */
  signedIn?: string
  /** Denies every authorization request, as if the user had pressed Cancel. */
  deny: boolean
  /** Unticks all optional scopes but these. */
  grantOnly?: readonly string[]
  /** Rejects authorization requests until an administrator approves the application. */
  requireAdminConsent: boolean
  /** With `withhold`, a code is exchanged for an access token only. */
  refreshTokens: 'issue' | 'withhold'
  /**
   * What a refresh does to the refresh token: `none` keeps it, `replace` issues a new one and revokes the old one,
   * `overlap` issues a new one and keeps the old one valid.
   */
  rotation: 'none' | 'replace' | 'overlap'
  pkce: 'optional' | 'required'
  codeLifetimeMs: number
  accessTokenLifetimeMs: number
  /** Counted from the time of issue. Unlimited by default. */
  refreshTokenLifetimeMs?: number
  /** Maximum number of valid refresh tokens per account and client; a further one silently revokes the oldest. */
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

/** The names of all settings, including the optional ones. */
export const SETTING_NAMES = [...Object.keys(DEFAULT_SETTINGS), 'signedIn', 'grantOnly', 'refreshTokenLifetimeMs']
