import type { Context, Middleware } from 'koa'
import { ProviderError } from '../kit/errors.ts'
import { equalsInConstantTime, hasLargeUnreadBody, parseBearer } from '../runtime/bearer.ts'
import type { Secret } from '../runtime/secret.ts'

/**
 * Requires the platform key as a bearer token (RFC 6750) on every route that is not open. It runs before routing and
 * before the body is read, so that an unauthenticated request learns nothing and costs nothing.
 */
export function platformAuth(key: Secret | undefined, isOpen: (ctx: Context) => boolean): Middleware {
  return async (ctx, next) => {
    if (key && !isOpen(ctx)) requireKey(ctx, key.reveal())
    await next()
  }
}

function requireKey(ctx: Context, key: string): void {
  const token = parseBearer(ctx.get('Authorization'))
  if (token !== undefined && equalsInConstantTime(key, token)) return
  ctx.set('WWW-Authenticate', `Bearer realm="provider"${token === undefined ? '' : ', error="invalid_token"'}`)
  if (hasLargeUnreadBody(ctx)) ctx.set('Connection', 'close')
  throw new ProviderError(401, 'unauthorized', 'This route requires the platform key as a bearer token.')
}
