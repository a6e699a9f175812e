import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Makes and opens tokens that mean nothing to their bearer: page tokens, sync tokens, attachment ids. */
export class Seal {
  readonly #key = randomBytes(32)

  close(value: unknown): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
  }

  /** Undefined for anything this seal has not made. */
  open(token: string): unknown {
    const bytes = Buffer.from(token, 'base64url')
    // Base64 has several spellings of the same bytes, of which only one is ours.
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
