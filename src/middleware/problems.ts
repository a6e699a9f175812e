import type { Context, Middleware } from 'koa'
import { PROBLEMS, type Problem, type ProblemName } from '../contract/index.ts'
import type { Log } from '../kit/application.ts'
import { CredentialsExpiredError, ProviderError } from '../kit/errors.ts'
import { omitUndefined } from '../runtime/omit.ts'
import { redactText } from '../runtime/redact.ts'

const MAX_DETAIL_LENGTH = 500

/** Converts thrown errors to problem responses (RFC 9457). No other middleware sets an error status. */
export function problems(platformUrl: string, log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.body === undefined) refuseUnrouted(ctx)
    } catch (thrown) {
      sendProblem(ctx, toProviderError(thrown), platformUrl, log)
    }
  }
}

/** Without a matching route, the router leaves a status and no body. */
function refuseUnrouted(ctx: Context): void {
  if (ctx.status === 404) {
    throw new ProviderError(404, 'not-found', `There is no route ${ctx.method} ${ctx.path.slice(0, 200)}.`)
  }
  if (ctx.status === 405 || ctx.status === 501) {
    throw new ProviderError(405, 'method-not-allowed', 'This route does not allow this method.')
  }
}

function sendProblem(ctx: Context, error: ProviderError, platformUrl: string, log: Log): void {
  logProblem(ctx, error, log)
  const { status } = error
  ctx.state.problem = error.problem
  ctx.status = status
  ctx.type = 'application/problem+json'
  ctx.set('Cache-Control', 'no-store')
  if (error.options.retryAfterMs !== undefined) {
    ctx.set('Retry-After', String(Math.max(1, Math.ceil(error.options.retryAfterMs / 1000))))
  }
  ctx.body = JSON.stringify(toProblem(error, platformUrl))
}

/** The body of a problem. Its `type` is the platform's URL followed by the problem's name. */
export function toProblem(error: ProviderError, platformUrl: string): Problem {
  const { errors, extensions } = error.options
  const members = omitUndefined({
    type: problemType(platformUrl, error.problem),
    title: PROBLEMS[error.problem],
    status: error.status,
    detail: redactText(error.message).slice(0, MAX_DETAIL_LENGTH),
    errors: errors?.length ? errors.map((item) => ({ ...item, detail: redactText(item.detail) })) : undefined,
  })
  return { ...extensions, ...members }
}

function problemType(platformUrl: string, name: ProblemName): string {
  return `${platformUrl.replace(/[?#].*$/, '').replace(/\/+$/, '')}/${name}`
}

/**
 * Unknown errors become a 500 with a neutral message; only the log shows their details. A library's 401 that a handler did
 * not convert still means expired credentials (Provider Interface Specification, error rule 1).
 */
export function toProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown
  if (statusOf(thrown) === 401) {
    return new CredentialsExpiredError('The vendor no longer accepts these credentials. Connect the account again.', {
      cause: thrown,
    })
  }
  return new ProviderError(500, 'internal-error', 'An internal error occurred. The provider’s log has the details.', {
    cause: thrown,
  })
}

/** The HTTP status of a library's error, in any of the usual members. */
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
    err: error.status >= 500 && error.options.cause !== undefined ? error.options.cause : undefined,
  }
  if (error.status >= 500) log.error(fields, error.message)
  else if (error.status === 401 || error.status === 429) log.warn(fields, error.message)
  else log.debug(fields, error.message)
}
