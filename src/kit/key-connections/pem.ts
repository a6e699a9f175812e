/** A block of a PEM file (RFC 7468): its label, e.g. PRIVATE KEY, and its base64 text. */
export interface PemBlock {
  label: string
  body: string
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([\s\S]*?)-----END \1-----/g
const LINE_LENGTH = 64

/**
 * The blocks of a pasted text or file. Line breaks may be real ones, blanks or the two characters `\n`, and the whole text
 * may be wrapped in base64, as environment variables often are.
 */
export function findPemBlocks(text: string): PemBlock[] {
  const unescaped = unwrapBase64(text).replaceAll(/\\r|\\n/g, '\n')
  return [...unescaped.matchAll(BLOCK)].map(([, label = '', body = '']) => ({ label, body: body.trim() }))
}

/** The block as a PEM file of lines of the usual length. */
export function toPem({ label, body }: PemBlock): string {
  const lines = body.replaceAll(/\s+/g, '').match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

function unwrapBase64(text: string): string {
  if (!/^[A-Za-z0-9+/_=\s-]+$/.test(text) || text.includes('-----BEGIN')) return text
  const decoded = Buffer.from(text, 'base64').toString()
  return decoded.includes('-----BEGIN') ? decoded : text
}
