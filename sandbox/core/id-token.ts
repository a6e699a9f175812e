import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Signs ID tokens and publishes the key. The key is made when it is first needed, because that takes a while. */
export class IdTokens {
  #pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined

  /** A JWT with these claims, RS256. */
  issue(claims: Record<string, unknown>): string {
    const { publicKey, privateKey } = this.#keys()
    const head = { alg: 'RS256', kid: keyId(publicKey), typ: 'JWT' }
    const unsigned = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`
  }

  /** The JSON Web Key Set with the public key. */
  keySet(): object {
    const { publicKey } = this.#keys()
    return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId(publicKey), alg: 'RS256', use: 'sig' }] }
  }

  #keys() {
    this.#pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    return this.#pair
  }
}

function keyId(key: KeyObject): string {
  return createHash('sha1')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')
}
