import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encodes values into opaque tokens, such as page tokens, sync tokens and attachment ids (AES-256-GCM with a random key). */
export class OpaqueTokens {
  readonly #key = randomBytes(32)

  encode(value: unknown): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
  }

  /** Returns undefined for a token that this instance has not encoded. */
  decode(token: string): unknown {
    const bytes = Buffer.from(token, 'base64url')
    // The same bytes can be spelled in several ways in base64url; only the canonical spelling is valid.
    if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return undefined
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return JSON.parse(
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8'),
      )
    } catch {
      return undefined
    }
  }
}
