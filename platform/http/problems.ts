import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { PROBLEMS, type Problem } from '../../src/contract/index.ts'
import { redactText } from '../../src/runtime/redact.ts'
import { type HttpError, toHttpError } from './errors.ts'

/** Responds to errors with `application/problem+json` (RFC 9457). No other code writes the status of an error. */
export function problems(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) {
        sendProblem(ctx, 404, 'not-found', 'There is nothing at this address.')
      }
    } catch (thrown) {
      const error = toHttpError(thrown)
      ctx.set(error.headers)
      sendProblem(ctx, error.status, error.problem, redactText(error.message))
      logError(log, ctx, error)
    }
  }
}

function sendProblem(ctx: Context, status: number, problem: keyof typeof PROBLEMS, detail: string): void {
  const body: Problem = { type: `${ctx.protocol}://${ctx.host}/${problem}`, title: PROBLEMS[problem], status, detail }
  ctx.status = status
  ctx.type = 'application/problem+json'
  ctx.body = JSON.stringify(body)
}

/** Logs unexpected errors with their cause. Refused requests and 503s during the start are only debug lines. */
export function logError(log: Logger, ctx: Context, { status, message, cause }: HttpError): void {
  const fields = { requestId: ctx.state.requestId, status, err: cause }
  if (status >= 500 && cause !== undefined) log.error(fields, message)
  else log.debug(fields, message)
}
