import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { IssuerUnreachable } from './errors.ts'

/** Keys are read again after this time, and for an unknown key id at most once in this (ms). */
const KEY_CACHE_MS = 600_000
const KEY_COOLDOWN_MS = 60_000
const REQUEST_TIMEOUT_MS = 5_000

/** The public keys of an issuer, found by its discovery document when they are first needed. */
export class IssuerKeys {
  readonly #issuer: string
  #keys: Promise<JWTVerifyGetKey> | undefined

  constructor(issuer: string) {
    this.#issuer = issuer
  }

  /** The way to the key of a token. Throws IssuerUnreachable. */
  async getKeyResolver(): Promise<JWTVerifyGetKey> {
    this.#keys ??= this.#discover()
    try {
      return await this.#keys
    } catch (cause) {
      // Not remembered: the next request looks again.
      this.#keys = undefined
      throw new IssuerUnreachable(cause)
    }
  }

  async #discover(): Promise<JWTVerifyGetKey> {
    const address = `${this.#issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
    const response = await fetch(address, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    const { issuer, jwks_uri } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
    // OpenID Connect Discovery 4.3: another issuer's document must not be used.
    if (issuer !== this.#issuer) throw new Error(`${address} describes the issuer ${issuer}, not ${this.#issuer}`)
    return createRemoteJWKSet(new URL(String(jwks_uri)), {
      ...{ cacheMaxAge: KEY_CACHE_MS, cooldownDuration: KEY_COOLDOWN_MS, timeoutDuration: REQUEST_TIMEOUT_MS },
    })
  }
}
