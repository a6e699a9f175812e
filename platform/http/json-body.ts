import type { Context, Middleware } from 'koa'
import { isCompressed, parseJson, readBytes, UnreadableBodyError } from '../../src/runtime/json-body.ts'
import { JsonError } from '../../src/runtime/json-scan.ts'
import { HttpError } from './errors.ts'

/** Maximum size of a request body (bytes). */
export const MAX_BODY_BYTES = 5 * 1024 * 1024

/** Maximum number of commas and brackets in a body: reading more would delay other requests. */
const MAX_BODY_VALUES = 500_000

/**
 * Reads a JSON object or array into `ctx.request.body`. Refuses other bodies, where possible unread. With `anyValue`, texts,
 * numbers and the like are read too.
 */
export function jsonBody({ anyValue = false } = {}): Middleware {
  return async (ctx, next) => {
    refuseByHeaders(ctx)
    const value = await readJson(ctx)
    if (!anyValue && (typeof value !== 'object' || value === null)) throw malformed('is not valid JSON')
    ctx.request.body = value
    await next()
  }
}

async function readJson(ctx: Context): Promise<unknown> {
  try {
    return parseJson(await readBytes(ctx.req, MAX_BODY_BYTES), MAX_BODY_VALUES).value
  } catch (error) {
    throw toError(error)
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

function toError(error: unknown): unknown {
  if (error instanceof JsonError) return malformed(error.message)
  if (!(error instanceof UnreadableBodyError)) return error
  return error.reason === 'too-large' ? tooLarge() : malformed('ended early')
}
