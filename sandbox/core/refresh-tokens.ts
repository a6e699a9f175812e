import type { Client } from './authorization.ts'
import type { Grant, GrantsOptions } from './grants.ts'
import { TokenRefusal } from './refusals.ts'

interface RefreshToken {
  readonly text: string
  readonly grant: Grant
  readonly issuedAt: number
  dead: boolean
}

/** Refresh tokens: how they age, are replaced, and crowd each other out. */
export class RefreshTokens {
  readonly #options: GrantsOptions
  readonly #tokens = new Map<string, RefreshToken>()

  constructor(options: GrantsOptions) {
    this.#options = options
  }

  issue(grant: Grant): string {
    const { clock, settings, token } = this.#options
    const made = { text: token('refresh', grant), grant, issuedAt: clock.now(), dead: false }
    this.#tokens.set(made.text, made)
    const siblings = [...this.#tokens.values()].filter((one) => isSibling(one.grant, grant) && this.#isAlive(one))
    const excess = Math.max(0, siblings.length - settings.maxRefreshTokens)
    for (const oldest of siblings.slice(0, excess)) oldest.dead = true
    return made.text
  }

  /** The grant the token stands for, and the token that takes its place, if the server rotates. */
  use(client: Client, text: string, scopes: readonly string[] = []): { grant: Grant; successor: string | undefined } {
    const token = this.#tokens.get(text)
    if (!token || token.grant.client !== client) throw new TokenRefusal('refresh-unknown')
    if (!this.#isAlive(token)) throw new TokenRefusal('refresh-dead')
    const beyond = scopes.find((scope) => !token.grant.scopes.includes(scope))
    if (beyond !== undefined) throw new TokenRefusal('scope-exceeds-grant', beyond)
    const { rotation } = this.#options.settings
    if (rotation === 'replace') token.dead = true
    return { grant: token.grant, successor: rotation === 'none' ? undefined : this.issue(token.grant) }
  }

  grantOf(text: string): Grant | undefined {
    return this.#tokens.get(text)?.grant
  }

  #isAlive({ dead, grant, issuedAt }: RefreshToken): boolean {
    const { clock, settings } = this.#options
    const expired =
      settings.refreshTokenLifetimeMs !== undefined && clock.now() >= issuedAt + settings.refreshTokenLifetimeMs
    return !dead && !grant.revoked && !expired
  }
}

function isSibling(a: Grant, b: Grant): boolean {
  return a.account === b.account && a.client === b.client
}
