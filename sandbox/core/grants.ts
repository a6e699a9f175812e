import type { AuthorizationRequest, Client } from './authorization.ts'
import type { Clock } from './clock.ts'
import { Codes } from './codes.ts'
import type { OAuthSettings } from './oauth.ts'
import { RefreshTokens } from './refresh-tokens.ts'
import { TokenRefusal } from './refusals.ts'

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
export interface Issued {
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

export interface GrantsOptions {
  clock: Clock
  settings: OAuthSettings
  clients: readonly Client[]
  token(kind: TokenKind, grant: Grant): string
  lifetimeOf(ms: number): number
}

/** Every yes that was given, and the codes and tokens that came of it. */
export class Grants {
  readonly #options: GrantsOptions
  readonly #codes: Codes
  readonly #refreshTokens: RefreshTokens
  readonly #accessTokens = new Map<string, AccessToken>()
  readonly #grants: Grant[] = []

  constructor(options: GrantsOptions) {
    this.#options = options
    this.#codes = new Codes(options)
    this.#refreshTokens = new RefreshTokens(options)
  }

  /** The code for a request the person has agreed to. */
  issueCode(request: AuthorizationRequest, consent: Consent): string {
    return this.#codes.issue(request, this.#newGrant(request.client, consent, request.query), consent.offline)
  }

  redeemCode(exchange: CodeExchange): Issued {
    const { grant, offline } = this.#codes.redeem(this.#authenticate(exchange), exchange)
    return this.#issueFor(grant, offline)
  }

  refresh({ refreshToken, scopes, ...credentials }: RefreshExchange): Issued {
    const { grant, successor } = this.#refreshTokens.use(this.#authenticate(credentials), refreshToken, scopes)
    return { access: this.#newAccessToken(grant, scopes), refreshToken: successor, grant }
  }

  /** Tokens without the flow, for tests that begin after it. */
  issue(client: Client, consent: Consent, query = new URLSearchParams()): Issued {
    return this.#issueFor(this.#newGrant(client, consent, query), consent.offline)
  }

  /** The access token, if it is live. */
  inspect(text: string): AccessToken | undefined {
    const found = this.#accessTokens.get(text)
    return found && !found.grant.revoked && this.#options.clock.now() < found.expiresAt ? found : undefined
  }

  /** The grant behind any token that is still known, expired or not. */
  grantOf(token: string): Grant | undefined {
    return this.#accessTokens.get(token)?.grant ?? this.#refreshTokens.grantOf(token)
  }

  /** Whether this person has said yes to this client before, for all of these scopes, and has not taken it back. */
  hasConsented(account: string, clientId: string, scopes: readonly string[] = []): boolean {
    const given = this.#grants.filter((one) => one.account === account && one.client.id === clientId && !one.revoked)
    return given.length > 0 && scopes.every((scope) => given.some((grant) => grant.scopes.includes(scope)))
  }

  /** Ends every matching grant with all its tokens, and tells how many there were. */
  revoke(matching: (grant: Grant) => boolean): number {
    const ended = this.#grants.filter((grant) => !grant.revoked && matching(grant))
    for (const grant of ended) grant.revoked = true
    return ended.length
  }

  #authenticate({ clientId, clientSecret }: Credentials): Client {
    const client = this.#options.clients.find(({ id }) => id === clientId)
    if (!client) throw new TokenRefusal('unknown-client', clientId)
    if (client.secret !== clientSecret) throw new TokenRefusal('wrong-secret')
    return client
  }

  #newGrant(client: Client, { account, scopes }: Consent, query: URLSearchParams): Grant {
    const grant: Grant = { account, client, scopes: [...scopes], query, revoked: false }
    this.#grants.push(grant)
    return grant
  }

  #issueFor(grant: Grant, offline: boolean): Issued {
    const issues = offline && this.#options.settings.refreshTokens === 'issue'
    const refreshToken = issues ? this.#refreshTokens.issue(grant) : undefined
    return { access: this.#newAccessToken(grant), refreshToken, grant }
  }

  #newAccessToken(grant: Grant, scopes: readonly string[] = grant.scopes): AccessToken {
    const { clock, settings, token, lifetimeOf } = this.#options
    const expiresAt = clock.now() + lifetimeOf(settings.accessTokenLifetimeMs)
    const access = { token: token('access', grant), grant, scopes, expiresAt }
    this.#accessTokens.set(access.token, access)
    return access
  }
}
