import type { Context, Middleware } from 'koa'
import { koaBody } from 'koa-body'

/** Levels of nesting a request body may have: deeper ones exhaust the stack of code that walks them recursively. */
export const MAX_BODY_DEPTH = 64

/** The parser's error holds the whole body, so it must never become the cause of another. */
export type UnreadableBody = Error & { status?: number; type?: string }

/** A parser of JSON bodies, and of forms on request. `onError` throws the error to respond with. */
export function bodyParser(maxBytes: number, onError: (error: UnreadableBody) => never, form = false): Middleware {
  return koaBody({
    urlencoded: form,
    text: false,
    multipart: false,
    jsonLimit: maxBytes,
    formLimit: maxBytes,
    jsonStrict: true,
    onError,
  })
}

/** Whether a body is compressed. A few kilobytes can decompress to gigabytes, so such bodies are refused. */
export function isCompressed(ctx: Context): boolean {
  const encoding = ctx.get('Content-Encoding').toLowerCase()
  return encoding !== '' && encoding !== 'identity'
}

/** Whether a body is nested deeper than MAX_BODY_DEPTH. Checks level by level, without recursion. */
export function isTooDeep(body: unknown): boolean {
  let level = [body].filter(isObject)
  for (let depth = 0; depth < MAX_BODY_DEPTH; depth += 1) {
    level = level.flatMap((value) => Object.values(value).filter(isObject))
    if (level.length === 0) return false
  }
  return level.length > 0
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
