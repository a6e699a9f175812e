import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Signs ID tokens and publishes the public key. The key pair is generated on first use, because that is slow. */
export class IdTokens {
  #keyPair: { publicKey: KeyObject; privateKey: KeyObject } | undefined

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

  #getKeyPair() {
    this.#keyPair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    return this.#keyPair
  }
}

function toKeyId(key: KeyObject): string {
  return createHash('sha1')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')
}
