import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { IssuerUnreachable } from './errors.ts'

/**
 * Keys are fetched again when they are older than KEY_CACHE_MS, and for a token that fits none of them. Neither is tried more often
 * than once per KEY_COOLDOWN_MS.
 */
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
  /** When they were last requested, and when they last arrived. */
  #fetchedAt = 0
  #renewedAt = 0

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
    this.#renewOld()
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
    this.#keys ??= this.#renewOnce()
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
    if (!this.#renewal && this.#wasFetchedRecently) return undefined
    return this.#renewOnce()
  }

  /** Renews old keys without waiting. As long as the issuer cannot be reached, the old ones stay in use. */
  #renewOld(): void {
    if (this.#elapsed() - this.#renewedAt < KEY_CACHE_MS || this.#wasFetchedRecently) return
    this.#renewOnce().catch(() => undefined)
  }

  get #wasFetchedRecently(): boolean {
    return this.#elapsed() - this.#fetchedAt < KEY_COOLDOWN_MS
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
    this.#renewedAt = this.#elapsed()
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
      // Old and unknown keys are handled here: jose measures the time by a clock that can be set, and would accept no token
      // while old keys cannot be fetched again.
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: Number.POSITIVE_INFINITY,
      timeoutDuration: REQUEST_TIMEOUT_MS,
    })
  }
}
