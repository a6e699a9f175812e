import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** Gives every request an id, its time, a line in the log and a count. */
export function requests(log: Logger, metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const start = performance.now()
    ctx.state.requestId = randomUUID()
    ctx.set('X-Request-Id', ctx.state.requestId)
    await next()
    const tookMs = performance.now() - start
    ctx.set('Server-Timing', `platform;dur=${tookMs.toFixed(1)}`)
    const { requestId, route = 'none', tenantId, operations } = ctx.state
    metrics.countRequest(route, ctx.status, tookMs / 1_000)
    const who = { ...(tenantId ? { tenantId } : {}), ...(operations ? { operations } : {}) }
    log.info(
      { requestId, method: ctx.method, route, status: ctx.status, tookMs: Math.round(tookMs), ...who },
      'request',
    )
  }
}

/** What every answer says to a browser. Nothing of the API is kept by anyone, framed, or taken for another type. */
export function securityHeaders(): Middleware {
  return async (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('X-Frame-Options', 'DENY')
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    ctx.set('Cache-Control', 'no-store')
    if (ctx.secure) ctx.set('Strict-Transport-Security', 'max-age=31536000')
    await next()
  }
}
