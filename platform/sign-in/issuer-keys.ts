import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { IssuerUnreachable } from './errors.ts'

/** Keys are fetched again after KEY_CACHE_MS, and for an unknown key id at most once per KEY_COOLDOWN_MS. */
const KEY_CACHE_MS = 600_000
const KEY_COOLDOWN_MS = 60_000
const REQUEST_TIMEOUT_MS = 5_000

/** The public keys of an issuer. Its discovery document is fetched when a key is first needed. */
export class IssuerKeys {
  readonly #issuer: string
  #keys: Promise<JWTVerifyGetKey> | undefined

  constructor(issuer: string) {
    this.#issuer = issuer
  }

  /** Returns the function by which jose finds the key of a token. Throws IssuerUnreachable. */
  async getKeyResolver(): Promise<JWTVerifyGetKey> {
    this.#keys ??= this.#discover()
    try {
      return await this.#keys
    } catch (cause) {
      // The failure is not cached: the next request tries again.
      this.#keys = undefined
      throw new IssuerUnreachable(cause)
    }
  }

  async #discover(): Promise<JWTVerifyGetKey> {
    const url = `${this.#issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    const { issuer, jwks_uri } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
    // OpenID Connect Discovery 1.0, section 4.3: the document of another issuer must not be used.
    if (issuer !== this.#issuer) throw new Error(`${url} describes the issuer ${issuer}, not ${this.#issuer}`)
    return createRemoteJWKSet(new URL(String(jwks_uri)), {
      cacheMaxAge: KEY_CACHE_MS,
      cooldownDuration: KEY_COOLDOWN_MS,
      timeoutDuration: REQUEST_TIMEOUT_MS,
    })
  }
}
