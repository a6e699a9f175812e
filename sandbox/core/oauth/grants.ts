import { AuthorizationCodes } from './authorization-codes.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { Client } from './client.ts'
import { TokenError } from './errors.ts'
import type {
  AccessToken,
  CodeExchange,
  Consent,
  Credentials,
  Grant,
  GrantsDeps,
  IssuedTokens,
  RefreshExchange,
} from './grant.ts'
import { RefreshTokens } from './refresh-tokens.ts'

/** The grants of an authorization server, with their codes and tokens. */
export class Grants {
  readonly #deps: GrantsDeps
  readonly #codes: AuthorizationCodes
  readonly #refreshTokens: RefreshTokens
  readonly #accessTokens = new Map<string, AccessToken>()
  readonly #grants: Grant[] = []

  constructor(deps: GrantsDeps) {
    this.#deps = deps
    this.#codes = new AuthorizationCodes(deps)
    this.#refreshTokens = new RefreshTokens(deps)
  }

  /** Creates a grant and returns its authorization code. */
  issueCode(request: AuthorizationRequest, consent: Consent): string {
    return this.#codes.issue(request, this.#createGrant(request.client, consent, request.query), consent.offline)
  }

  redeemCode(exchange: CodeExchange): IssuedTokens {
    const { grant, offline } = this.#codes.redeem(this.#authenticate(exchange), exchange)
    return this.#issueTokens(grant, offline)
  }

  refresh({ refreshToken, scopes, ...credentials }: RefreshExchange): IssuedTokens {
    const { grant, successor } = this.#refreshTokens.use(this.#authenticate(credentials), refreshToken, scopes)
    const refreshExpiresAt = this.#refreshTokens.expiryOf(successor ?? refreshToken)
    return { access: this.#createAccessToken(grant, scopes), refreshToken: successor, refreshExpiresAt, grant }
  }

  /** Creates a grant and returns its tokens without an authorization request, for tests. */
  issue(client: Client, consent: Consent, query = new URLSearchParams()): IssuedTokens {
    return this.#issueTokens(this.#createGrant(client, consent, query), consent.offline)
  }

  /** Returns the access token if it is valid. */
  inspect(text: string): AccessToken | undefined {
    const access = this.#accessTokens.get(text)
    return access && !access.grant.revoked && this.#deps.clock.now() < access.expiresAt ? access : undefined
  }

  /** Returns the grant of an access or refresh token, even if the token has expired. */
  findGrant(token: string): Grant | undefined {
    return this.#accessTokens.get(token)?.grant ?? this.#refreshTokens.findGrant(token)
  }

  /** Whether the account has unrevoked grants to this client that cover all of these scopes. */
  hasConsented(account: string, clientId: string, scopes: readonly string[] = []): boolean {
    const grants = this.#grants.filter(
      (grant) => grant.account === account && grant.client.id === clientId && !grant.revoked,
    )
    return grants.length > 0 && scopes.every((scope) => grants.some((grant) => grant.scopes.includes(scope)))
  }

  /** Revokes the matching grants with all their tokens, and returns how many there were. */
  revoke(matches: (grant: Grant) => boolean): number {
    const grants = this.#grants.filter((grant) => !grant.revoked && matches(grant))
    for (const grant of grants) grant.revoked = true
    return grants.length
  }

  #authenticate({ clientId, clientSecret }: Credentials): Client {
    const client = this.#deps.clients.find(({ id }) => id === clientId)
    if (!client) throw new TokenError('unknown-client', clientId)
    if (client.secret !== clientSecret) throw new TokenError('wrong-secret')
    return client
  }

  #createGrant(client: Client, { account, scopes }: Consent, query: URLSearchParams): Grant {
    const grant: Grant = { account, client, scopes: [...scopes], query, revoked: false }
    this.#grants.push(grant)
    return grant
  }

  #issueTokens(grant: Grant, offline: boolean): IssuedTokens {
    const issues = offline && this.#deps.settings.refreshTokens === 'issue'
    const refreshToken = issues ? this.#refreshTokens.issue(grant) : undefined
    const refreshExpiresAt = refreshToken === undefined ? undefined : this.#refreshTokens.expiryOf(refreshToken)
    return { access: this.#createAccessToken(grant), refreshToken, refreshExpiresAt, grant }
  }

  #createAccessToken(grant: Grant, scopes: readonly string[] = grant.scopes): AccessToken {
    const { clock, settings, createToken, drawLifetimeMs } = this.#deps
    const expiresAt = clock.now() + drawLifetimeMs(settings.accessTokenLifetimeMs)
    const access = { token: createToken('access', grant), grant, scopes, expiresAt }
    this.#accessTokens.set(access.token, access)
    return access
  }
}
