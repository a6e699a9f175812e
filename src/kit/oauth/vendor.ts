import type { Credential } from '../../contract/index.ts'
import type { Secret } from '../../runtime/secret.ts'
import type { Call, Settings } from '../application.ts'
import type { TokenErrors } from './token-failure.ts'
import type { Tokens } from './tokens.ts'

/** The account that signed in, as the vendor reports it, never as the browser does. */
export interface Identity {
  email: string
  /** The vendor's stable id of the account. */
  accountId: string
  instanceId?: string
  instanceUrl?: string
  profile?: Record<string, unknown>
}

/** The parts of OAuth 2 in which vendors differ. */
export interface OAuthVendor<S extends Settings> extends TokenErrors {
  endpoints: (settings: S) => { authorize: string; token: string }
  client: (settings: S) => { id: string; secret: Secret }
  /**
   * Whether the `iss` of a callback names this vendor (RFC 9207). Not called if the vendor sends none; without this
   * function, `iss` is ignored.
   */
  isIssuer?: (iss: string, settings: S) => boolean
  /** Scopes requested beside the permissions, to identify the account. */
  identityScopes: readonly string[]
  /** Additional parameters of the authorization request. */
  authorizeParameters?: Readonly<Record<string, string>>
  /**
   * For vendors where an administrator can approve the application for an organization: the page for it, if there is one
   * with these settings, and the errors of a callback that may be due to a missing approval.
   */
  adminConsent?: { endpoint: (settings: S) => string | undefined; reasons: readonly string[] }
  /** What a user can do about missing permissions, if the consent page has no checkboxes for them. */
  permissionAdvice?: (permissions: string) => string
  /** Normalizes a scope, so that its spellings compare equal. */
  canonicalScope: (scope: string) => string
  /**
   * The scopes in the `scope` of a token response, for vendors that do not separate them by blanks. Not called for a
   * response without it.
   */
  readScopes?: (scope: unknown) => readonly string[]
  /**
   * False for vendors that issue no refresh tokens: a connection then ends with its access token. Without it, a sign-in
   * that brings no refresh token is refused.
   */
  issuesRefreshTokens?: boolean
  identify: (tokens: Tokens, call: Call<S>) => Promise<Identity>
  /** Finds when the access token expires (epoch ms), for vendors whose token endpoint does not return it. */
  findExpiry?: (tokens: Tokens, call: Call<S>) => Promise<number | undefined>
  /** The members of a credential that a refresh updates beside the tokens. */
  renew?: (tokens: Tokens, call: Call<S>) => Partial<Credential>
}
