import type { Context, Middleware } from 'koa'
import { koaBody } from 'koa-body'
import { HttpError } from './http-error.ts'

/** Largest body of a request (bytes). */
export const LARGEST_BODY = 5 * 1024 * 1024
/** Levels of nesting in a body, at most: deeper ones exhaust the stack of whoever walks them. */
const DEEPEST_BODY = 64

/** Reads a JSON object or list into `ctx.request.body`, or refuses it before reading it. */
export function jsonBody(): Middleware {
  const parse = koaBody({
    ...{ urlencoded: false, text: false, multipart: false },
    ...{ jsonLimit: LARGEST_BODY, jsonStrict: true },
    onError: (error) => {
      throw unreadable(error)
    },
  })
  return async (ctx, next) => {
    refuseUnread(ctx)
    await parse(ctx, async () => {
      if (isDeeper(ctx.request.body, DEEPEST_BODY)) throw malformed(`is nested deeper than ${DEEPEST_BODY} levels`)
      await next()
    })
  }
}

/** A few kilobytes can unpack to gigabytes, so packed bodies are not taken at all. */
function refuseUnread(ctx: Context): void {
  const encoding = ctx.get('Content-Encoding').toLowerCase()
  if (encoding !== '' && encoding !== 'identity') throw unsupported('Send the body without Content-Encoding.')
  const { length } = ctx.request
  if (!ctx.get('Content-Type') && !length && !ctx.get('Transfer-Encoding')) throw malformed('is missing')
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(ctx.get('Content-Type'))) {
    throw unsupported('Send the body as application/json in UTF-8.')
  }
  if ((length ?? 0) > LARGEST_BODY) throw tooLarge()
  if (!length && !ctx.get('Transfer-Encoding')) throw malformed('is missing')
}

/** Level by level, so that a body made to exhaust the stack cannot. */
function isDeeper(body: unknown, levels: number): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    if (level.length === 0) return false
  }
  return true
}

function unsupported(message: string): HttpError {
  return new HttpError(415, 'unsupported-media-type', message)
}

function malformed(what: string): HttpError {
  return new HttpError(400, 'validation-error', `The body ${what}.`)
}

function tooLarge(): HttpError {
  const message = `The body may hold at most ${LARGEST_BODY} bytes.`
  return new HttpError(413, 'payload-too-large', message, { headers: { Connection: 'close' } })
}

/** The parser's error holds the whole body, so it never becomes a cause. */
function unreadable(error: Error & { status?: number }): HttpError {
  return error.status === 413 ? tooLarge() : malformed('is not valid JSON')
}
