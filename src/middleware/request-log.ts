import { randomUUID } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { type Logger, pino, stdTimeFunctions } from 'pino'
import { redact, redactText, withSecretsInHand } from '../kit/redact.ts'

/** Bodies are logged (redacted, at level trace) up to this many bytes. */
const LARGEST_LOGGED_BODY = 262_144

/** The hub's log: JSON lines in which no secret survives, wherever it stood. */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => error },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => redact(fields) as Record<string, unknown>,
    },
    hooks: {
      logMethod(this: Logger, args: unknown[], method: (...args: unknown[]) => void) {
        method.apply(
          this,
          args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg)),
        )
      },
    },
  }
  return destination ? pino(options as never, destination as never) : pino(options as never)
}

/** Gives every request an id, a place for the secrets it holds, and a line in the log. */
export function requestLog(log: Logger): Middleware {
  return (ctx, next) =>
    withSecretsInHand(async () => {
      const start = performance.now()
      ctx.state.requestId = randomUUID()
      ctx.set('X-Request-Id', ctx.state.requestId)
      await next()
      logRequest(ctx, log, performance.now() - start)
    })
}

function logRequest(ctx: Context, log: Logger, milliseconds: number): void {
  const { requestId, route, application, connectionId, meter, problem, warnings } = ctx.state
  const fields = {
    requestId,
    method: ctx.method,
    route: route ?? 'none',
    status: ctx.status,
    milliseconds: Math.round(milliseconds),
    ...(application ? { application } : {}),
    ...(connectionId ? { connectionId } : {}),
    ...(meter ? { vendorCalls: meter.calls, vendorMilliseconds: Math.round(meter.vendorTime) } : {}),
    ...(problem ? { problem } : {}),
    ...(warnings ? { warnings } : {}),
  }
  log.info(fields, 'request')
  if (log.isLevelEnabled('trace') && (ctx.request.length ?? 0) <= LARGEST_LOGGED_BODY) {
    log.trace({ requestId, url: ctx.url, headers: ctx.headers, body: ctx.request.body }, 'request body')
  }
}
