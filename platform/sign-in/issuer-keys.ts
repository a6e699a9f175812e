import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { IssuerUnreachable } from './errors.ts'

/** Keys are fetched again after KEY_CACHE_MS, and for a token that fits none of them at most once per KEY_COOLDOWN_MS. */
const KEY_CACHE_MS = 600_000
const KEY_COOLDOWN_MS = 30_000
const REQUEST_TIMEOUT_MS = 5_000

type KeySet = ReturnType<typeof createRemoteJWKSet>

/** The public keys of an issuer. Its discovery document is fetched when a key is first needed, and with new keys. */
export class IssuerKeys {
  readonly #issuer: string
  /** Milliseconds since an arbitrary moment. */
  readonly #elapsed: () => number
  #keys: Promise<KeySet> | undefined
  #renewal: Promise<KeySet> | undefined
  #fetchedAt = 0

  constructor(issuer: string, elapsed: () => number = () => performance.now()) {
    this.#issuer = issuer
    this.#elapsed = elapsed
  }

  /** Fetches the discovery document and the keys. Throws IssuerUnreachable. */
  async fetch(): Promise<void> {
    try {
      await this.#renewOnce()
    } catch (cause) {
      throw new IssuerUnreachable(cause)
    }
  }

  /**
   * Verifies a token. One that fits no key, or whose signature does not match, may be signed with a key that is newer
   * than those fetched: they are fetched again, unless that was done a moment ago. Throws IssuerUnreachable or what
   * jose throws.
   */
  async verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
    const keys = await this.#get()
    try {
      return (await jwtVerify(token, keys, options)).payload
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey
      if (!isUnknown && !(error instanceof errors.JWSSignatureVerificationFailed)) throw error
      const renewed = await this.#renewAfter(keys).catch((cause) => {
        if (isUnknown) throw new IssuerUnreachable(cause)
      })
      if (!renewed) throw error
      return (await jwtVerify(token, renewed, options)).payload
    }
  }

  async #get(): Promise<KeySet> {
    this.#keys ??= this.#renewal ?? this.#discover()
    try {
      return await this.#keys
    } catch (cause) {
      // The failure is not cached: the next request tries again.
      this.#keys = undefined
      throw new IssuerUnreachable(cause)
    }
  }

  /** Returns newer keys than those used. Undefined: they were fetched a moment ago. */
  async #renewAfter(used: KeySet): Promise<KeySet | undefined> {
    const current = await this.#get()
    if (current !== used) return current
    if (!this.#renewal && this.#elapsed() - this.#fetchedAt < KEY_COOLDOWN_MS) return undefined
    return this.#renewOnce()
  }

  /** The old keys stay in use when the new ones cannot be fetched. */
  #renewOnce(): Promise<KeySet> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renew(): Promise<KeySet> {
    const keys = await this.#discover()
    await keys.reload()
    this.#keys = Promise.resolve(keys)
    return keys
  }

  async #discover(): Promise<KeySet> {
    this.#fetchedAt = this.#elapsed()
    const url = `${this.#issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    const { issuer, jwks_uri } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
    // OpenID Connect Discovery 1.0, section 4.3: the document of another issuer must not be used.
    if (issuer !== this.#issuer) throw new Error(`${url} describes the issuer ${issuer}, not ${this.#issuer}`)
    return createRemoteJWKSet(new URL(String(jwks_uri)), {
      cacheMaxAge: KEY_CACHE_MS,
      // Unknown keys are handled here, because jose would measure the time by a clock that can be set.
      cooldownDuration: Number.POSITIVE_INFINITY,
      timeoutDuration: REQUEST_TIMEOUT_MS,
    })
  }
}
