import { constants, type KeyObject, verify } from 'node:crypto'

/** A signed assertion (RFC 7523), whose claims nobody has checked yet. */
export interface Assertion {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** Whether this key has signed it with the algorithm of its header. */
  isSignedBy(publicKey: KeyObject): boolean
}

const BASE64URL = /^[A-Za-z0-9_-]+$/

/** Returns undefined for anything but a JWT in compact form. */
export function parseAssertion(text: string): Assertion | undefined {
  const [head = '', payload = '', signature = '', ...rest] = text.split('.')
  if (rest.length > 0 || ![head, payload, signature].every((part) => BASE64URL.test(part))) return undefined
  const [header, claims] = [parseObject(head), parseObject(payload)]
  if (!header || !claims) return undefined
  const isSignedBy = (publicKey: KeyObject) =>
    verifySignature(header.alg, `${head}.${payload}`, publicKey, Buffer.from(signature, 'base64url'))
  return { header, claims, isSignedBy }
}

function parseObject(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const HASH_BYTES = 32

/** RFC 7518, sections 3.3 and 3.5. */
function verifySignature(algorithm: unknown, text: string, key: KeyObject, signature: Buffer): boolean {
  if (algorithm === 'RS256') return verify('sha256', Buffer.from(text), key, signature)
  const padding = constants.RSA_PKCS1_PSS_PADDING
  return (
    algorithm === 'PS256' && verify('sha256', Buffer.from(text), { key, padding, saltLength: HASH_BYTES }, signature)
  )
}

/** A time claim in epoch ms. Undefined unless it is a whole number of seconds of our time: milliseconds are not. */
export function toClaimTime(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < MAX_SECONDS
    ? value * 1000
    : undefined
}

/** The year 2286. The present in milliseconds is a hundred times as much. */
const MAX_SECONDS = 10_000_000_000
