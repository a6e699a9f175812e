import type { AuthorizationRequest, Client } from './authorization.ts'
import type { CodeExchange, Grant, GrantsOptions } from './grants.ts'
import { verifies } from './pkce.ts'
import { TokenRefusal } from './refusals.ts'

interface Code {
  grant: Grant
  redirectUri: string
  challenge: string | undefined
  offline: boolean
  expiresAt: number
  used: boolean
}

/** Authorization codes: each is good once, for a while, for one client and one redirect URI (RFC 6749, section 4.1.3). */
export class Codes {
  readonly #options: GrantsOptions
  readonly #codes = new Map<string, Code>()

  constructor(options: GrantsOptions) {
    this.#options = options
  }

  issue({ redirectUri, challenge }: AuthorizationRequest, grant: Grant, offline: boolean): string {
    const { clock, settings, token } = this.#options
    const text = token('code', grant)
    const expiresAt = clock.now() + settings.codeLifetimeMs
    this.#codes.set(text, { grant, redirectUri, challenge, offline, expiresAt, used: false })
    return text
  }

  redeem(client: Client, { code: text, redirectUri, codeVerifier }: CodeExchange): Code {
    const code = this.#codes.get(text)
    if (!code || code.grant.client !== client) throw new TokenRefusal('code-unknown')
    if (code.used) throw new TokenRefusal('code-used')
    if (this.#options.clock.now() >= code.expiresAt || code.grant.revoked) throw new TokenRefusal('code-expired')
    if (code.redirectUri !== redirectUri) throw new TokenRefusal('redirect-mismatch', redirectUri)
    checkVerifier(code.challenge, codeVerifier)
    code.used = true
    return code
  }
}

/** A challenge that was sent must be met, and a verifier without a challenge proves a mix-up (RFC 9700, section 2.1.1). */
function checkVerifier(challenge: string | undefined, verifier: string | undefined): void {
  if (challenge === undefined && verifier === undefined) return
  if (verifier === undefined) throw new TokenRefusal('verifier-missing')
  if (challenge === undefined || !verifies(verifier, challenge)) throw new TokenRefusal('verifier-wrong')
}
