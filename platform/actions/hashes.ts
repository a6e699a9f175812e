import { hash } from 'node:crypto'

/**
 * Derives a UUID (version 8, RFC 9562) from a text, so that concurrent attempts to create the same thing create it once.
 * Stored ids are derived this way, so the algorithm must not change.
 */
export function uuidFromText(text: string): string {
  const digits = hash('sha256', text, 'hex')
  const [a, b, c, d] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16), digits.slice(17, 20)]
  return `${a}-${b}-8${c}-a${d}-${digits.slice(20, 32)}`
}

/** SHA-256 of JSON content, in hex. Stored keys are derived this way, so the algorithm must not change. */
export function hashContent(...content: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(content), 'hex')
}
