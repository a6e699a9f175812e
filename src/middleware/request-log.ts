import { randomUUID } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { omitUndefined } from '../runtime/omit.ts'
import { withRequestSecrets } from '../runtime/secret.ts'

/** Larger bodies are not logged at level trace. */
const MAX_LOGGED_BODY_BYTES = 262_144

/** Gives every request an id, a scope for its secrets, and a line in the log. */
export function requestLog(log: Logger): Middleware {
  return (ctx, next) =>
    withRequestSecrets(async () => {
      const start = performance.now()
      ctx.state.requestId = randomUUID()
      ctx.set('X-Request-Id', ctx.state.requestId)
      await next()
      const milliseconds = performance.now() - start
      // After the response has been sent: the caller need not wait until the line is written.
      setImmediate(() => logRequest(ctx, log, milliseconds))
    })
}

function logRequest(ctx: Context, log: Logger, milliseconds: number): void {
  const { requestId, route, application, connectionId, meter, problem, warnings } = ctx.state
  const fields = omitUndefined({
    requestId,
    method: ctx.method,
    route: route ?? 'none',
    status: ctx.status,
    milliseconds: Math.round(milliseconds),
    application: application || undefined,
    connectionId: connectionId || undefined,
    vendorCalls: meter?.calls,
    vendorMilliseconds: meter && Math.round(meter.vendorMs),
    problem: problem || undefined,
    warnings: warnings || undefined,
  })
  log.info(fields, 'request')
  if (log.isLevelEnabled('trace') && (ctx.request.length ?? 0) <= MAX_LOGGED_BODY_BYTES) {
    log.trace({ requestId, url: ctx.url, headers: ctx.headers, body: ctx.request.body }, 'request body')
  }
}
