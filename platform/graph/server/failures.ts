import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { hasLargeUnreadBody } from '../../../src/runtime/bearer.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { DATABASE_UNAVAILABLE, type HttpError, toHttpError, unavailable } from '../../http/errors.ts'
import { logError } from '../../http/problems.ts'
import { IssuerUnreachable, Unauthenticated } from '../../sign-in/errors.ts'
import { isUnavailable } from '../../storage/postgres/database.ts'

/** Error codes of problems that occur before there is an operation. */
const CODES: Partial<Record<HttpError['problem'], string>> = {
  'validation-error': 'BAD_REQUEST',
  'method-not-allowed': 'METHOD_NOT_ALLOWED',
  'payload-too-large': 'PAYLOAD_TOO_LARGE',
  'unsupported-media-type': 'UNSUPPORTED_MEDIA_TYPE',
  unavailable: 'SERVICE_UNAVAILABLE',
  'rate-limited': 'RATE_LIMITED',
}

/**
 * Formats errors thrown before an operation runs as a GraphQL response: a body with `errors`. With `strictStatus`, only
 * those of authentication have another status than 200.
 */
export function handleGraphFailures(log: Logger, strictStatus: boolean): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      if (thrown instanceof Unauthenticated) return respondUnauthenticated(ctx, thrown, log)
      const error = toFailure(thrown)
      ctx.set(error.headers)
      respondWithError(
        ctx,
        strictStatus ? 200 : error.status,
        CODES[error.problem] ?? 'INTERNAL_SERVER_ERROR',
        error.message,
      )
      logError(log, ctx, error)
    }
  }
}

function toFailure(thrown: unknown): HttpError {
  if (thrown instanceof IssuerUnreachable) return unavailable(thrown.message, thrown.cause)
  return isUnavailable(thrown) ? unavailable(DATABASE_UNAVAILABLE, thrown) : toHttpError(thrown)
}

/** Responds with 401. RFC 6750, section 3.1: without a token there is no error code in WWW-Authenticate. */
function respondUnauthenticated(ctx: Context, { code, message, cause }: Unauthenticated, log: Logger): void {
  const hasToken = code !== 'UNAUTHENTICATED_NO_TOKEN'
  ctx.set('WWW-Authenticate', `Bearer realm="graph"${hasToken ? ', error="invalid_token"' : ''}`)
  if (hasLargeUnreadBody(ctx)) ctx.set('Connection', 'close')
  respondWithError(ctx, 401, code, message)
  log.debug(omitUndefined({ requestId: ctx.state.requestId, errorCode: code, err: cause }), 'access token rejected')
}

function respondWithError(ctx: Context, status: number, code: string, message: string): void {
  ctx.status = status
  ctx.type = 'application/json; charset=utf-8'
  ctx.body = JSON.stringify({ errors: [{ message, extensions: { code, requestId: ctx.state.requestId } }] })
}
