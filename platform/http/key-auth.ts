import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { HttpError } from './http-error.ts'
import type { Secret } from './secret.ts'

/** Unread bodies up to this size (bytes) are swallowed; for larger ones the connection is closed instead. */
const SMALL_BODY = 65_536
const COMPARISON_KEY = randomBytes(32)

/** Lets a request pass that carries the platform key (RFC 6750). It stands before the body is read. */
export function keyAuth(key: Secret): Middleware {
  return async (ctx, next) => {
    const given = bearerToken(ctx)
    if (given === undefined || !sameText(key.reveal(), given)) throw stranger(ctx, given !== undefined)
    await next()
  }
}

/** The token of `Authorization: Bearer …`; undefined when there is none, or another scheme. */
export function bearerToken(ctx: Context): string | undefined {
  return tokenOf(ctx.get('Authorization'))
}

/** The same of the header's text. */
export function tokenOf(authorization = ''): string | undefined {
  return /^\s*Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1]
}

/** Compares in a time that tells nothing about either text: both are hashed first, so lengths may differ. */
function sameText(expected: string, given: string): boolean {
  const digest = (text: string) => createHmac('sha256', COMPARISON_KEY).update(text).digest()
  return timingSafeEqual(digest(expected), digest(given))
}

function stranger(ctx: Context, wasGiven: boolean): HttpError {
  const challenge = `Bearer realm="platform"${wasGiven ? ', error="invalid_token"' : ''}`
  const headers = { 'WWW-Authenticate': challenge, ...(isLong(ctx) ? { Connection: 'close' } : {}) }
  return new HttpError(401, 'unauthorized', 'This route needs the platform key as a bearer token.', { headers })
}

/** A body that does not say how long it is may be of any length. */
export function isLong(ctx: Context): boolean {
  return (ctx.request.length ?? (ctx.get('Transfer-Encoding') ? Number.POSITIVE_INFINITY : 0)) > SMALL_BODY
}
