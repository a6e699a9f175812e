import type { Clock } from '../time/clock.ts'
import type { Client } from './client.ts'
import type { OAuthSettings } from './settings.ts'

export type TokenKind = 'code' | 'access' | 'refresh'

/** The access that a user has granted to a client. */
export interface Grant {
  readonly account: string
  readonly client: Client
  /** As the vendor spells them. */
  readonly scopes: readonly string[]
  /** The parameters of the authorization request. */
  readonly query: URLSearchParams
  revoked: boolean
}

/** The access that a user agrees to. */
export interface Consent {
  account: string
  scopes: readonly string[]
  /** Whether a refresh token is issued, too. */
  offline: boolean
}

export interface AccessToken {
  readonly token: string
  readonly grant: Grant
  readonly scopes: readonly string[]
  /** Epoch ms. */
  readonly expiresAt: number
}

/** The result of a token request. */
export interface IssuedTokens {
  access: AccessToken
  /** Undefined if none was issued, for example on a refresh without rotation. */
  refreshToken: string | undefined
  /** When the refresh token in use expires (epoch ms). Undefined if it does not, or if there is none. */
  refreshExpiresAt: number | undefined
  grant: Grant
}

/** A client's credentials at the token endpoint. */
export interface Credentials {
  clientId: string
  clientSecret: string
}

export interface CodeExchange extends Credentials {
  code: string
  redirectUri: string
  codeVerifier: string | undefined
}

export interface RefreshExchange extends Credentials {
  refreshToken: string
  /** A subset of the granted scopes, if the client requests fewer. */
  scopes?: readonly string[]
}

export interface GrantsDeps {
  clock: Clock
  settings: OAuthSettings
  clients: readonly Client[]
  createToken(kind: TokenKind, grant: Grant): string
  drawLifetimeMs(ms: number): number
}
