import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

type KeyPair = ReturnType<typeof createKeyPair>

const createKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
/** By vendor. */
const keyPairs = new Map<string, KeyPair>()

/**
 * Signs ID tokens and publishes the public key. The key pair is generated on first use, because that is slow; all sandboxes of
 * a vendor in a process have the same one.
 */
export class IdTokens {
  readonly #vendor: string

  constructor(vendor: string) {
    this.#vendor = vendor
  }

  /** Returns a JWT with these claims, signed with RS256. */
  issue(claims: Record<string, unknown>): string {
    const { publicKey, privateKey } = this.#getKeyPair()
    const head = { alg: 'RS256', kid: toKeyId(publicKey), typ: 'JWT' }
    const unsigned = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`
  }

  /** Returns the JSON Web Key Set with the public key. */
  keySet(): object {
    const { publicKey } = this.#getKeyPair()
    return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: toKeyId(publicKey), alg: 'RS256', use: 'sig' }] }
  }

  #getKeyPair(): KeyPair {
    const keyPair = keyPairs.get(this.#vendor) ?? createKeyPair()
    keyPairs.set(this.#vendor, keyPair)
    return keyPair
  }
}

function toKeyId(key: KeyObject): string {
  return createHash('sha1')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')
}
