import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { PROBLEMS, type Problem } from '../../src/contract/index.ts'
import { type HttpError, toHttpError } from './http-error.ts'
import { redactText } from './redact.ts'

/** Answers what goes wrong with `application/problem+json`. Nobody else writes a status for an error. */
export function problems(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined)
        answer(ctx, 404, 'not-found', 'There is nothing at this address.')
    } catch (thrown) {
      const error = toHttpError(thrown)
      ctx.set(error.headers)
      answer(ctx, error.status, error.problem, redactText(error.message))
      logFailure(log, ctx, error)
    }
  }
}

function answer(ctx: Context, status: number, problem: keyof typeof PROBLEMS, detail: string): void {
  const body: Problem = { type: `${ctx.protocol}://${ctx.host}/${problem}`, title: PROBLEMS[problem], status, detail }
  ctx.status = status
  ctx.type = 'application/problem+json'
  ctx.body = JSON.stringify(body)
}

/** A fault is an error, once and with its cause; a request that was refused or has come too early is not. */
export function logFailure(log: Logger, ctx: Context, { status, message, cause }: HttpError): void {
  const facts = { requestId: ctx.state.requestId, status, ...(cause === undefined ? {} : { err: cause }) }
  if (status >= 500 && cause !== undefined) log.error(facts, message)
  else log.debug(facts, message)
}
