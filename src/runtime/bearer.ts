import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import type { Secret } from './secret.ts'

const COMPARISON_KEY = randomBytes(32)

/** Unread request bodies up to this size are drained; for larger ones the connection is closed instead (bytes). */
const MAX_DRAINED_BYTES = 65_536

/** The token of an `Authorization: Bearer …` header (RFC 6750); undefined when there is none, or another scheme. */
export function parseBearer(authorization = ''): string | undefined {
  return /^\s*Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1]
}

/** Compares two texts in constant time. Both are hashed first, so that their lengths may differ. */
export function equalsInConstantTime(expected: string, actual: string): boolean {
  return timingSafeEqual(digest(expected), digest(actual))
}

/** Whether a token is one of several secrets, all of which are compared, in constant time. */
export function isAmong(secrets: readonly Secret[], token: string): boolean {
  const actual = digest(token)
  return secrets.map((secret) => timingSafeEqual(digestOf(secret), actual)).includes(true)
}

function digest(text: string): Buffer {
  return createHmac('sha256', COMPARISON_KEY).update(text).digest()
}

const digests = new WeakMap<Secret, Buffer>()

/** Computed once: a secret is compared with the token of every request. */
function digestOf(secret: Secret): Buffer {
  const cached = digests.get(secret) ?? digest(secret.reveal())
  digests.set(secret, cached)
  return cached
}

/** Whether a request that is refused before its body is read should have its connection closed. */
export function hasLargeUnreadBody(ctx: Context): boolean {
  // A body without a length may be of any size.
  const bytes = ctx.request.length ?? (ctx.get('Transfer-Encoding') ? Number.POSITIVE_INFINITY : 0)
  return bytes > MAX_DRAINED_BYTES
}
