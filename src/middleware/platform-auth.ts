import type { Context, Middleware } from 'koa'
import { ProviderError } from '../kit/errors.ts'
import { hasLargeUnreadBody, isAmong, parseBearer } from '../runtime/bearer.ts'
import { trustConnection } from '../runtime/connections.ts'
import type { Secret } from '../runtime/secret.ts'

/**
 * Requires one of the platform keys, if there are any, as a bearer token (RFC 6750) on every route that is not open. It runs before routing and
 * before the body is read, so that an unauthenticated request learns nothing and costs nothing.
 */
export function platformAuth(keys: readonly Secret[], isOpen: (ctx: Context) => boolean): Middleware {
  const limitOpen = limitConcurrency(MAX_OPEN_REQUESTS)
  return async (ctx, next) => {
    if (isOpen(ctx)) return limitOpen(ctx, next)
    if (keys.length > 0) requireKey(ctx, keys)
    await next()
  }
}

/** Requests to open routes that are handled at the same time: the connections beyond them remain for the platform. */
const MAX_OPEN_REQUESTS = 500
const RETRY_AFTER_MS = 1_000

function limitConcurrency(max: number): Middleware {
  let running = 0
  return async (ctx, next) => {
    if (running >= max) {
      if (hasLargeUnreadBody(ctx)) ctx.set('Connection', 'close')
      throw new ProviderError(503, 'unavailable', 'Too many requests at once.', { retryAfterMs: RETRY_AFTER_MS })
    }
    running += 1
    try {
      await next()
    } finally {
      running -= 1
    }
  }
}

function requireKey(ctx: Context, keys: readonly Secret[]): void {
  const token = parseBearer(ctx.get('Authorization'))
  if (token !== undefined && isAmong(keys, token)) {
    trustConnection(ctx.req)
    return
  }
  ctx.set('WWW-Authenticate', `Bearer realm="provider"${token === undefined ? '' : ', error="invalid_token"'}`)
  if (hasLargeUnreadBody(ctx)) ctx.set('Connection', 'close')
  throw new ProviderError(401, 'unauthorized', 'This route requires the platform key as a bearer token.')
}
