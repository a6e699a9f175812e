import type { Context, Middleware } from 'koa'
import { koaBody } from 'koa-body'
import { ProviderError, ValidationError } from '../kit/errors.ts'

/** Largest body of a request, and of one to the auth routes (bytes). */
export const LARGEST_BODY = 50 * 1024 * 1024
export const LARGEST_AUTH_BODY = 1024 * 1024
/** Bytes of bodies held at the same time, over all requests; beyond it a request is asked to come again. */
export const MOST_BYTES_IN_FLIGHT = 200 * 1024 * 1024
/** Levels of nesting in a body, at most: deeper ones exhaust the stack of whoever prints them. */
const DEEPEST_BODY = 64
const RETRY_MS = 2_000
/** Bytes of a body that may have arrived together with the headers. */
const FIRST_CHUNK = 65_536

/** Bytes of request bodies that are being held now. */
export class BodyMemory {
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  /** Throws a 503 when there is no room. */
  reserve(bytes: number): void {
    if (this.#bytes + bytes > MOST_BYTES_IN_FLIGHT) {
      throw new ProviderError(503, 'unavailable', 'Too many large requests at once. Try again shortly.', {
        retryAfter: RETRY_MS,
      })
    }
    this.#bytes += bytes
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}

/** Reads a JSON body of at most `largest` bytes into `ctx.request.body`, or refuses it before reading it. */
export function jsonBody(largest: number, memory: BodyMemory): Middleware {
  const parse = koaBody({
    urlencoded: false,
    text: false,
    multipart: false,
    jsonLimit: largest,
    jsonStrict: true,
    onError: (error) => {
      throw unreadable(error, largest)
    },
  })
  return async (ctx, next) => {
    refuseUnread(ctx, largest)
    // A body without a length may turn out to be as large as is allowed; once it is here, its size is known.
    let reserved = ctx.request.length ?? largest
    const before = ctx.req.socket.bytesRead
    memory.reserve(reserved)
    try {
      await parse(ctx, async () => {
        const size = Math.min(reserved, ctx.req.socket.bytesRead - before + FIRST_CHUNK)
        memory.release(reserved - size)
        reserved = size
        refuseParsed(ctx.request.body)
        await next()
      })
    } finally {
      memory.release(reserved)
    }
  }
}

/** Reads a small form (`application/x-www-form-urlencoded`) or JSON body: what browsers send to the open routes. */
export function formBody(): Middleware {
  const parse = koaBody({
    urlencoded: true,
    text: false,
    multipart: false,
    jsonLimit: LARGEST_AUTH_BODY,
    formLimit: LARGEST_AUTH_BODY,
    onError: (error) => {
      throw unreadable(error, LARGEST_AUTH_BODY)
    },
  })
  return async (ctx, next) => {
    refuseEncoded(ctx)
    await parse(ctx, next)
  }
}

/** A few kilobytes can unpack to gigabytes, so packed bodies are not taken at all. */
function refuseEncoded(ctx: Context): void {
  const encoding = ctx.get('Content-Encoding')
  if (!encoding || encoding.toLowerCase() === 'identity') return
  throw new ProviderError(415, 'unsupported-media-type', 'Send the body without Content-Encoding.')
}

function refuseUnread(ctx: Context, largest: number): void {
  refuseEncoded(ctx)
  if (!ctx.is('application/json', '+json')) {
    if (!ctx.get('Content-Type') && !ctx.request.length) throw noObject()
    throw new ProviderError(415, 'unsupported-media-type', 'Send the body as application/json.')
  }
  if ((ctx.request.length ?? 0) > largest) throw tooLarge(largest)
}

function refuseParsed(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw noObject()
  if (isDeeperThan(body, DEEPEST_BODY)) {
    throw ValidationError.at('#', `the body is nested deeper than ${DEEPEST_BODY} levels.`)
  }
}

function noObject(): ValidationError {
  return ValidationError.at('#', 'the body must be a JSON object.')
}

/** Level by level, so that a body made to exhaust the stack cannot. */
function isDeeperThan(body: object, levels: number): boolean {
  let level: object[] = [body]
  for (let depth = 0; depth < levels; depth += 1) {
    level = level.flatMap((value) => Object.values(value).filter((member) => typeof member === 'object' && member))
    if (level.length === 0) return false
  }
  return true
}

function tooLarge(largest: number): ProviderError {
  return new ProviderError(413, 'payload-too-large', `The body may hold at most ${largest} bytes.`)
}

/** The parser's error holds the whole body, so it never becomes a cause. */
function unreadable(error: Error & { status?: number; type?: string }, largest: number): ProviderError {
  if (error.status === 413) return tooLarge(largest)
  if (error.type === 'request.aborted') return ValidationError.at('#', 'the body ended before its time.')
  return ValidationError.at('#', 'the body is not valid JSON.')
}
