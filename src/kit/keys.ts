import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../runtime/secret.ts'

/** What a derived key is for; a key of one purpose is useless for another. */
export type Purpose = 'pkce' | 'cursor' | 'cookie' | 'memory'

const KEY_BYTES = 32

/**
 * Keys derived from the platform key (HKDF, RFC 5869), so that every copy of the hub behind a load balancer holds the
 * same ones and none of them is stored anywhere. Without a platform key they are random and die with the process.
 */
export class Keys {
  readonly #master: string | Buffer
  readonly #derived = new Map<Purpose, Buffer>()

  constructor(platformKey?: Secret) {
    this.#master = platformKey?.reveal() ?? randomBytes(KEY_BYTES)
  }

  for(purpose: Purpose): Buffer {
    const known = this.#derived.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', this.#master, 'provider-hub', purpose, KEY_BYTES))
    this.#derived.set(purpose, key)
    return key
  }

  /** A keyed fingerprint (HMAC-SHA-256) of a text, in base64url. */
  sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.for(purpose)).update(text).digest('base64url')
  }

  /** Whether `signature` is the one `sign` gives; takes the same time whatever is wrong with it. */
  verify(purpose: Purpose, text: string, signature: string): boolean {
    return equalsInConstantTime(this.sign(purpose, text), signature)
  }
}
