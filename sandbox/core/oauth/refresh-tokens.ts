import type { Client } from './client.ts'
import { TokenError } from './errors.ts'
import type { Grant, GrantsDeps } from './grant.ts'

interface RefreshToken {
  readonly text: string
  readonly grant: Grant
  readonly issuedAt: number
  revoked: boolean
}

/** Refresh tokens, with their expiry, rotation and maximum number per account and client. */
export class RefreshTokens {
  readonly #deps: GrantsDeps
  readonly #tokens = new Map<string, RefreshToken>()

  constructor(deps: GrantsDeps) {
    this.#deps = deps
  }

  issue(grant: Grant): string {
    const { clock, settings, createToken } = this.#deps
    const token = { text: createToken('refresh', grant), grant, issuedAt: clock.now(), revoked: false }
    this.#tokens.set(token.text, token)
    const active = [...this.#tokens.values()].filter(
      (candidate) => isSameAccountAndClient(candidate.grant, grant) && this.#isActive(candidate),
    )
    const excess = Math.max(0, active.length - settings.maxRefreshTokens)
    for (const oldest of active.slice(0, excess)) oldest.revoked = true
    return token.text
  }

  /** Returns the token's grant, and a new token if the server rotates. Throws a TokenError. */
  use(client: Client, text: string, scopes: readonly string[] = []): { grant: Grant; successor: string | undefined } {
    const token = this.#tokens.get(text)
    if (!token || token.grant.client !== client) throw new TokenError('refresh-unknown')
    if (!this.#isActive(token)) throw new TokenError('refresh-inactive')
    const excessScope = scopes.find((scope) => !token.grant.scopes.includes(scope))
    if (excessScope !== undefined) throw new TokenError('scope-exceeds-grant', excessScope)
    const { rotation } = this.#deps.settings
    if (rotation === 'replace') token.revoked = true
    return { grant: token.grant, successor: rotation === 'none' ? undefined : this.issue(token.grant) }
  }

  /** When the token expires (epoch ms), if it does. */
  expiryOf(text: string): number | undefined {
    const { refreshTokenLifetimeMs } = this.#deps.settings
    const issuedAt = this.#tokens.get(text)?.issuedAt
    return issuedAt === undefined || refreshTokenLifetimeMs === undefined
      ? undefined
      : issuedAt + refreshTokenLifetimeMs
  }

  findGrant(text: string): Grant | undefined {
    return this.#tokens.get(text)?.grant
  }

  #isActive({ revoked, grant, issuedAt }: RefreshToken): boolean {
    const { clock, settings } = this.#deps
    const expired =
      settings.refreshTokenLifetimeMs !== undefined && clock.now() >= issuedAt + settings.refreshTokenLifetimeMs
    return !revoked && !grant.revoked && !expired
  }
}

function isSameAccountAndClient(a: Grant, b: Grant): boolean {
  return a.account === b.account && a.client === b.client
}
