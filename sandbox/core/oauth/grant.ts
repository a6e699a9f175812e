import type { Clock } from '../time/clock.ts'
import type { Client } from './client.ts'
import type { OAuthSettings } from './settings.ts'

export type TokenKind = 'code' | 'access' | 'refresh'

/** One person's yes to one client. */
export interface Grant {
  readonly account: string
  readonly client: Client
  /** As the vendor reports them. */
  readonly scopes: readonly string[]
  /** The parameters of the authorization request it came from. */
  readonly query: URLSearchParams
  revoked: boolean
}

/** What the person has agreed to. */
export interface Consent {
  account: string
  scopes: readonly string[]
  /** Whether the code brings a refresh token. */
  offline: boolean
}

export interface AccessToken {
  readonly token: string
  readonly grant: Grant
  readonly scopes: readonly string[]
  readonly expiresAt: number
}

/** What a token endpoint has to give. */
export interface IssuedTokens {
  access: AccessToken
  /** Absent when none was issued: on a refresh without rotation, for instance. */
  refreshToken: string | undefined
  grant: Grant
}

/** How a client proves itself at the token endpoint. */
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
  /** A part of the granted scopes, when the client wants fewer. */
  scopes?: readonly string[]
}

export interface GrantsDeps {
  clock: Clock
  settings: OAuthSettings
  clients: readonly Client[]
  createToken(kind: TokenKind, grant: Grant): string
  drawLifetimeMs(ms: number): number
}
