import type { AuthorizationRequest } from './authorization-request.ts'
import type { Client } from './client.ts'
import { TokenError } from './errors.ts'
import type { CodeExchange, Grant, GrantsDeps } from './grant.ts'
import { verifyChallenge } from './pkce.ts'

interface AuthorizationCode {
  grant: Grant
  redirectUri: string
  challenge: string | undefined
  offline: boolean
  expiresAt: number
  used: boolean
}

/** Authorization codes. Each is valid once, for a limited time, one client and one redirect URI (RFC 6749, section 4.1.3). */
export class AuthorizationCodes {
  readonly #deps: GrantsDeps
  readonly #codes = new Map<string, AuthorizationCode>()

  constructor(deps: GrantsDeps) {
    this.#deps = deps
  }

  issue({ redirectUri, challenge }: AuthorizationRequest, grant: Grant, offline: boolean): string {
    const { clock, settings, createToken } = this.#deps
    const text = createToken('code', grant)
    const expiresAt = clock.now() + settings.codeLifetimeMs
    this.#codes.set(text, { grant, redirectUri, challenge, offline, expiresAt, used: false })
    return text
  }

  redeem(client: Client, { code: text, redirectUri, codeVerifier }: CodeExchange): AuthorizationCode {
    const code = this.#codes.get(text)
    if (!code || code.grant.client !== client) throw new TokenError('code-unknown')
    if (code.used) throw new TokenError('code-used')
    if (this.#deps.clock.now() >= code.expiresAt || code.grant.revoked) throw new TokenError('code-expired')
    if (code.redirectUri !== redirectUri) throw new TokenError('redirect-mismatch', redirectUri)
    checkVerifier(code.challenge, codeVerifier)
    code.used = true
    return code
  }
}

/** A verifier is required if there was a challenge, and rejected if there was none (RFC 9700, section 2.1.1). */
function checkVerifier(challenge: string | undefined, verifier: string | undefined): void {
  if (challenge === undefined && verifier === undefined) return
  if (verifier === undefined) throw new TokenError('verifier-missing')
  if (challenge === undefined || !verifyChallenge(verifier, challenge)) throw new TokenError('verifier-wrong')
}
