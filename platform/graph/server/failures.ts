import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { type HttpError, toHttpError, unavailable } from '../../http/http-error.ts'
import { isLong } from '../../http/key-auth.ts'
import { logFailure } from '../../http/problems.ts'
import { IssuerUnreachable, Unauthenticated } from '../../sign-in/errors.ts'

/** What there is no GraphQL answer for yet, by the problem it is. */
const CODES: Partial<Record<HttpError['problem'], string>> = {
  'validation-error': 'BAD_REQUEST',
  'method-not-allowed': 'METHOD_NOT_ALLOWED',
  'payload-too-large': 'PAYLOAD_TOO_LARGE',
  'unsupported-media-type': 'UNSUPPORTED_MEDIA_TYPE',
  unavailable: 'SERVICE_UNAVAILABLE',
  'rate-limited': 'RATE_LIMITED',
}

/** Answers what goes wrong before there is an operation in the form of GraphQL: a body with `errors`. */
export function handleGraphFailures(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      if (thrown instanceof Unauthenticated) return respondUnauthenticated(ctx, thrown, log)
      const error =
        thrown instanceof IssuerUnreachable ? unavailable(thrown.message, thrown.cause) : toHttpError(thrown)
      ctx.set(error.headers)
      respondWithError(ctx, error.status, CODES[error.problem] ?? 'INTERNAL_SERVER_ERROR', error.message)
      logFailure(log, ctx, error)
    }
  }
}

/** RFC 6750, 3.1: no error code for who has sent no token. */
function respondUnauthenticated(ctx: Context, { code, message, cause }: Unauthenticated, log: Logger): void {
  const wasGiven = code !== 'UNAUTHENTICATED_NO_TOKEN'
  ctx.set('WWW-Authenticate', `Bearer realm="graph"${wasGiven ? ', error="invalid_token"' : ''}`)
  if (isLong(ctx)) ctx.set('Connection', 'close')
  respondWithError(ctx, 401, code, message)
  log.debug({ requestId: ctx.state.requestId, code, ...(cause ? { err: cause } : {}) }, 'a token was refused')
}

function respondWithError(ctx: Context, status: number, code: string, message: string): void {
  ctx.status = status
  ctx.type = 'application/json; charset=utf-8'
  ctx.body = JSON.stringify({ errors: [{ message, extensions: { code, requestId: ctx.state.requestId } }] })
}
