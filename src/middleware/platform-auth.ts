import type { Context, Middleware } from 'koa'
import { ProviderError } from '../kit/errors.ts'
import { sameText } from '../kit/keys.ts'
import type { Secret } from '../kit/redact.ts'

/** Unread bodies up to this size (bytes) are swallowed; for larger ones the connection is closed instead. */
const SMALL_BODY = 65_536

/**
 * Lets a request pass that carries the platform key (RFC 6750), or whose route is open. It stands before routing and
 * before the body is read, so that a stranger learns nothing and costs nothing.
 */
export function platformAuth(key: Secret | undefined, isOpen: (ctx: Context) => boolean): Middleware {
  return async (ctx, next) => {
    if (key && !isOpen(ctx)) refuseStranger(ctx, key.reveal())
    await next()
  }
}

function refuseStranger(ctx: Context, key: string): void {
  const [, given] = /^\s*Bearer\s+(\S+)\s*$/i.exec(ctx.get('Authorization')) ?? []
  if (given !== undefined && sameText(key, given)) return
  ctx.set('WWW-Authenticate', `Bearer realm="provider"${given === undefined ? '' : ', error="invalid_token"'}`)
  if (unreadBytes(ctx) > SMALL_BODY) ctx.set('Connection', 'close')
  throw new ProviderError(401, 'unauthorized', 'This route needs the platform key as a bearer token.')
}

/** A body that does not say how long it is may be of any length. */
function unreadBytes(ctx: Context): number {
  return ctx.request.length ?? (ctx.get('Transfer-Encoding') ? Number.POSITIVE_INFINITY : 0)
}
