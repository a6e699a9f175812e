import type { Middleware } from 'koa'
import { hasLargeUnreadBody, isAmong, parseBearer } from '../../src/runtime/bearer.ts'
import { trustConnection } from '../../src/runtime/connections.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Secret } from '../../src/runtime/secret.ts'
import { HttpError } from './errors.ts'

/** Requires one of the platform keys as a bearer token (RFC 6750). It runs before the body is read. */
export function keyAuth(keys: readonly Secret[]): Middleware {
  return async (ctx, next) => {
    const token = parseBearer(ctx.get('Authorization'))
    if (token === undefined || !isAmong(keys, token)) {
      throw unauthorized(token !== undefined, hasLargeUnreadBody(ctx))
    }
    trustConnection(ctx.req)
    await next()
  }
}

function unauthorized(hasToken: boolean, closesConnection: boolean): HttpError {
  const headers = omitUndefined({
    'WWW-Authenticate': `Bearer realm="platform"${hasToken ? ', error="invalid_token"' : ''}`,
    Connection: closesConnection ? 'close' : undefined,
  })
  return new HttpError(401, 'unauthorized', 'This route requires the platform key as a bearer token.', { headers })
}
