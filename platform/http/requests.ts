import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Metrics } from './metrics.ts'

/** Gives every request an id, measures it, logs it and counts it. */
export function requests(log: Logger, metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const start = performance.now()
    ctx.state.requestId = randomUUID()
    ctx.set('X-Request-Id', ctx.state.requestId)
    await next()
    const durationMs = performance.now() - start
    ctx.set('Server-Timing', `platform;dur=${durationMs.toFixed(1)}`)
    const { requestId, route = 'none', tenantId, operations } = ctx.state
    metrics.countRequest(route, ctx.status, durationMs / 1_000)
    log.info(
      omitUndefined({
        requestId,
        method: ctx.method,
        route,
        status: ctx.status,
        durationMs: Math.round(durationMs),
        tenantId,
        operations,
      }),
      'request',
    )
  }
}

/** Tells browsers not to cache, frame or sniff any response of the API. */
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
