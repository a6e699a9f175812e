import cors from '@koa/cors'
import type { Middleware } from 'koa'

/** What a browser's script may send and read beside what is always allowed. */
const SENT = ['authorization', 'content-type', 'x-user-timezone', 'x-user-locale', 'x-user-client-version']
const READ = ['retry-after', 'ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining']
const REMEMBER_SECONDS = 600

/** Lets scripts of the listed origins call from browsers. Tokens travel in a header and never in cookies. */
export function crossOrigin(origins: readonly string[]): Middleware {
  const allowed = new Set(origins)
  return cors({
    origin: (ctx) => (allowed.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    ...{ allowMethods: ['POST'], allowHeaders: SENT, exposeHeaders: [...READ, 'x-ratelimit-reset', 'x-request-id'] },
    maxAge: REMEMBER_SECONDS,
  })
}
