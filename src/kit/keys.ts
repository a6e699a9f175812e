import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { equalsInConstantTime } from '../runtime/bearer.ts'
import type { Secret } from '../runtime/secret.ts'

/** The purpose of a derived key: a key derived for one purpose is useless for another. */
export type KeyPurpose = 'pkce' | 'cursor' | 'cookie' | 'memory' | 'sealed-key'

const KEY_BYTES = 32
const NONCE_BYTES = 32
/** Enough to tell the keys of a rotation apart; says nothing about the key. */
const ID_BYTES = 6

/**
 * Keys derived from the platform keys (HKDF, RFC 5869): every replica of the hub behind a load balancer derives the same
 * keys, and none of them is stored. The first platform key signs and encrypts; what any of them has signed or encrypted
 * is accepted, so that a platform key can be rotated. Without one, the keys are random and last as long as the process.
 */
export class Keys {
  readonly #current: DerivedKeys
  readonly #others: readonly DerivedKeys[]

  constructor(platformKey?: Secret, ...otherPlatformKeys: Secret[]) {
    this.#current = new DerivedKeys(platformKey?.reveal() ?? randomBytes(KEY_BYTES))
    this.#others = otherPlatformKeys.map((key) => new DerivedKeys(key.reveal()))
  }

  /** The 32-byte key for a purpose, derived once. */
  derive(purpose: KeyPurpose): Buffer {
    return this.#current.derive(purpose)
  }

  /** The HMAC-SHA-256 of a text, in base64url. */
  sign(purpose: KeyPurpose, text: string): string {
    return this.#current.sign(purpose, text)
  }

  /** Whether `signature` is the one that `sign` returns for the text, with any of the keys. Compares in constant time. */
  verify(purpose: KeyPurpose, text: string, signature: string): boolean {
    return this.#all.some((keys) => equalsInConstantTime(keys.sign(purpose, text), signature))
  }

  /** The content of a JWE (`dir`, A256GCM) of any of the keys. Undefined if it was altered or has expired at `now` (ms). */
  async open(purpose: KeyPurpose, sealed: string, now: number): Promise<JWTPayload | undefined> {
    for (const keys of this.#all) {
      const payload = await decrypt(sealed, keys.derive(purpose), now)
      if (payload) return payload
    }
    return undefined
  }

  /** A secret random value that says with which key it began, as `signByNonce` needs it. */
  createNonce(): string {
    return `${this.#current.id}.${randomBytes(NONCE_BYTES).toString('base64url')}`
  }

  /** The same as `sign`, with the key that was the current one when the nonce was created. */
  signByNonce(purpose: KeyPurpose, nonce: string, text: string): string {
    const keys = this.#all.find(({ id }) => nonce.startsWith(`${id}.`)) ?? this.#current
    return keys.sign(purpose, text)
  }

  get #all(): readonly DerivedKeys[] {
    return [this.#current, ...this.#others]
  }
}

/** The keys that are derived from one secret. */
class DerivedKeys {
  readonly id: string
  readonly #master: string | Buffer
  readonly #derived = new Map<KeyPurpose, Buffer>()

  constructor(master: string | Buffer) {
    this.#master = master
    this.id = Buffer.from(hkdfSync('sha256', master, 'provider-hub', 'id', ID_BYTES)).toString('base64url')
  }

  derive(purpose: KeyPurpose): Buffer {
    const derived = this.#derived.get(purpose)
    if (derived) return derived
    const key = Buffer.from(hkdfSync('sha256', this.#master, 'provider-hub', purpose, KEY_BYTES))
    this.#derived.set(purpose, key)
    return key
  }

  sign(purpose: KeyPurpose, text: string): string {
    return createHmac('sha256', this.derive(purpose)).update(text).digest('base64url')
  }
}

async function decrypt(sealed: string, key: Buffer, now: number): Promise<JWTPayload | undefined> {
  // Loaded when it is needed, which keeps it out of the hub's start.
  const { jwtDecrypt } = await import('jose')
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      currentDate: new Date(now),
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return payload
  } catch {
    return undefined
  }
}
