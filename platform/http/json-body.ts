import type { Context, Middleware } from 'koa'
import {
  bodyParser,
  isCompressed,
  isTooDeep,
  MAX_BODY_DEPTH,
  type UnreadableBody,
} from '../../src/runtime/json-body.ts'
import { HttpError } from './errors.ts'

/** Maximum size of a request body (bytes). */
export const MAX_BODY_BYTES = 5 * 1024 * 1024

/** Reads a JSON object or array into `ctx.request.body`. Refuses other bodies, where possible unread. */
export function jsonBody(): Middleware {
  const parse = bodyParser(MAX_BODY_BYTES, (error) => {
    throw toError(error)
  })
  return async (ctx, next) => {
    refuseByHeaders(ctx)
    await parse(ctx, async () => {
      if (isTooDeep(ctx.request.body)) throw malformed(`is nested deeper than ${MAX_BODY_DEPTH} levels`)
      await next()
    })
  }
}

function refuseByHeaders(ctx: Context): void {
  if (isCompressed(ctx)) throw unsupported('Send the body without Content-Encoding.')
  const { length } = ctx.request
  const hasNoBody = !length && !ctx.get('Transfer-Encoding')
  if (!ctx.get('Content-Type') && hasNoBody) throw malformed('is missing')
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(ctx.get('Content-Type'))) {
    throw unsupported('Send the body as application/json in UTF-8.')
  }
  if ((length ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  if (hasNoBody) throw malformed('is missing')
}

function unsupported(message: string): HttpError {
  return new HttpError(415, 'unsupported-media-type', message)
}

function malformed(what: string): HttpError {
  return new HttpError(400, 'validation-error', `The body ${what}.`)
}

function tooLarge(): HttpError {
  const message = `The body may hold at most ${MAX_BODY_BYTES} bytes.`
  return new HttpError(413, 'payload-too-large', message, { headers: { Connection: 'close' } })
}

function toError(error: UnreadableBody): HttpError {
  return error.status === 413 ? tooLarge() : malformed('is not valid JSON')
}
