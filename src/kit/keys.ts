import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { equalsInConstantTime } from '../runtime/bearer.ts'
import type { Secret } from '../runtime/secret.ts'

/** The purpose of a derived key: a key derived for one purpose is useless for another. */
export type KeyPurpose = 'pkce' | 'cursor' | 'cookie' | 'memory' | 'sealed-key'

const KEY_BYTES = 32

/**
 * Keys derived from the platform key (HKDF, RFC 5869): every replica of the hub behind a load balancer derives the same
 * keys, and none of them is stored. Without a platform key they are random and last as long as the process.
 */
export class Keys {
  readonly #master: string | Buffer
  readonly #derived = new Map<KeyPurpose, Buffer>()

  constructor(platformKey?: Secret) {
    this.#master = platformKey?.reveal() ?? randomBytes(KEY_BYTES)
  }

  /** The 32-byte key for a purpose, derived once. */
  derive(purpose: KeyPurpose): Buffer {
    const derived = this.#derived.get(purpose)
    if (derived) return derived
    const key = Buffer.from(hkdfSync('sha256', this.#master, 'provider-hub', purpose, KEY_BYTES))
    this.#derived.set(purpose, key)
    return key
  }

  /** The HMAC-SHA-256 of a text, in base64url. */
  sign(purpose: KeyPurpose, text: string): string {
    return createHmac('sha256', this.derive(purpose)).update(text).digest('base64url')
  }

  /** Whether `signature` is the one that `sign` returns for the text. Compares in constant time. */
  verify(purpose: KeyPurpose, text: string, signature: string): boolean {
    return equalsInConstantTime(this.sign(purpose, text), signature)
  }
}
