import type { Context, Middleware } from 'koa'
import { PROBLEMS, type Problem, type ProblemName } from '../contract/index.ts'
import type { Log } from '../kit/application.ts'
import { CredentialsExpiredError, ProviderError } from '../kit/errors.ts'
import { redactText } from '../kit/redact.ts'

/** Longest detail that is told (characters). */
const LONGEST_DETAIL = 500

/** The one place that writes statuses: turns whatever was thrown into a problem (RFC 9457). */
export function problems(platformUrl: string, log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.body === undefined) refuseUnrouted(ctx)
    } catch (thrown) {
      answerProblem(ctx, toProviderError(thrown), platformUrl, log)
    }
  }
}

/** What the router leaves behind when no route took the request: a status without a body. */
function refuseUnrouted(ctx: Context): void {
  if (ctx.status === 404) {
    throw new ProviderError(404, 'not-found', `There is no route ${ctx.method} ${ctx.path.slice(0, 200)}.`)
  }
  if (ctx.status === 405 || ctx.status === 501) {
    throw new ProviderError(405, 'method-not-allowed', 'This route does not take this method.')
  }
}

function answerProblem(ctx: Context, error: ProviderError, platformUrl: string, log: Log): void {
  logProblem(ctx, error, log)
  const { status } = error
  ctx.state.problem = error.problem
  ctx.status = status
  ctx.type = 'application/problem+json'
  ctx.set('Cache-Control', 'no-store')
  if (error.parts.retryAfter !== undefined) {
    ctx.set('Retry-After', String(Math.max(1, Math.ceil(error.parts.retryAfter / 1000))))
  }
  ctx.body = JSON.stringify(toProblem(error, platformUrl))
}

/** The body of a problem: `type` is the platform's address with the problem's name. */
export function toProblem(error: ProviderError, platformUrl: string): Problem {
  const { errors, extensions } = error.parts
  return {
    ...extensions,
    type: problemType(platformUrl, error.problem),
    title: PROBLEMS[error.problem],
    status: error.status,
    detail: redactText(error.message).slice(0, LONGEST_DETAIL),
    ...(errors && errors.length > 0
      ? { errors: errors.map((item) => ({ ...item, detail: redactText(item.detail) })) }
      : {}),
  }
}

function problemType(platformUrl: string, name: ProblemName): string {
  return `${platformUrl.replace(/[?#].*$/, '').replace(/\/+$/, '')}/${name}`
}

/**
 * Strangers become a 500 with one neutral sentence; what they are stays in the log. A library's own 401 that a handler
 * let through means dead credentials all the same (Provider Interface Specification, error rule 1).
 */
export function toProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown
  if (statusOf(thrown) === 401) {
    return new CredentialsExpiredError('The vendor no longer accepts these credentials. Connect the account again.', {
      cause: thrown,
    })
  }
  return new ProviderError(500, 'internal-error', 'Something went wrong inside the provider; its log says what.', {
    cause: thrown,
  })
}

/** The HTTP status an error of a library carries, wherever that library puts it. */
function statusOf(thrown: unknown): unknown {
  try {
    const { status, statusCode, response } = thrown as { [name: string]: { status?: unknown } | undefined }
    return status ?? statusCode ?? response?.status
  } catch {
    return undefined
  }
}

function logProblem(ctx: Context, error: ProviderError, log: Log): void {
  const fields = {
    requestId: ctx.state.requestId,
    application: ctx.state.application,
    problem: error.problem,
    status: error.status,
    err: error.status >= 500 && error.parts.cause !== undefined ? error.parts.cause : undefined,
  }
  if (error.status >= 500) log.error(fields, error.message)
  else if (error.status === 401 || error.status === 429) log.warn(fields, error.message)
  else log.debug(fields, error.message)
}
