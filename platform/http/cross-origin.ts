import cors from '@koa/cors'
import type { Middleware } from 'koa'

/** Headers that scripts may send and read besides those that browsers always allow. */
const ALLOWED_HEADERS = ['authorization', 'content-type', 'x-user-timezone', 'x-user-locale', 'x-user-client-version']
const EXPOSED_HEADERS = [
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]
const PREFLIGHT_MAX_AGE_SECONDS = 600

/** Allows scripts of the listed origins to call from browsers. Tokens are sent in a header, never in cookies. */
export function crossOrigin(origins: readonly string[]): Middleware {
  const allowed = new Set(origins)
  return cors({
    origin: (ctx) => (allowed.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: ['POST'],
    allowHeaders: ALLOWED_HEADERS,
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  })
}
