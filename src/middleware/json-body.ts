import type { Context, Middleware } from 'koa'
import { ProviderError, ValidationError } from '../kit/errors.ts'
import { bodyParser, isCompressed, isTooDeep, MAX_BODY_DEPTH, type UnreadableBody } from '../runtime/json-body.ts'

/** Maximum size of a request body, and of one to the auth routes (bytes). */
export const MAX_BODY_BYTES = 50 * 1024 * 1024
export const MAX_AUTH_BODY_BYTES = 1024 * 1024
/** Maximum size of all bodies held at the same time (bytes). Beyond it a request is refused with 503 and Retry-After. */
export const MAX_BYTES_IN_FLIGHT = 200 * 1024 * 1024
const RETRY_AFTER_MS = 2_000
/** Bytes of a body that may have arrived together with the headers. */
const FIRST_CHUNK_BYTES = 65_536

/** Counts the bytes of the request bodies that are held at the moment. */
export class BodyMemory {
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  /** Throws a 503 when there is no room. */
  reserve(bytes: number): void {
    if (this.#bytes + bytes > MAX_BYTES_IN_FLIGHT) {
      throw new ProviderError(503, 'unavailable', 'Too many large requests at once. Try again shortly.', {
        retryAfterMs: RETRY_AFTER_MS,
      })
    }
    this.#bytes += bytes
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}

/** Reads a JSON object of at most `maxBytes` into `ctx.request.body`. Refuses other bodies, where possible unread. */
export function jsonBody(maxBytes: number, memory: BodyMemory): Middleware {
  const parse = bodyParser(maxBytes, (error) => {
    throw toError(error, maxBytes)
  })
  return async (ctx, next) => {
    refuseByHeaders(ctx, maxBytes)
    // A body of unknown length reserves the maximum; when it has been read, its size is known.
    let reserved = ctx.request.length ?? maxBytes
    const bytesBefore = ctx.req.socket.bytesRead
    memory.reserve(reserved)
    try {
      await parse(ctx, async () => {
        const size = Math.min(reserved, ctx.req.socket.bytesRead - bytesBefore + FIRST_CHUNK_BYTES)
        memory.release(reserved - size)
        reserved = size
        refuseByContent(ctx.request.body)
        await next()
      })
    } finally {
      memory.release(reserved)
    }
  }
}

/** Reads what browsers send to the open routes: a small form (`application/x-www-form-urlencoded`) or JSON. */
export function formBody(): Middleware {
  const parse = bodyParser(
    MAX_AUTH_BODY_BYTES,
    (error) => {
      throw toError(error, MAX_AUTH_BODY_BYTES)
    },
    true,
  )
  return async (ctx, next) => {
    refuseCompressed(ctx)
    await parse(ctx, next)
  }
}

function refuseCompressed(ctx: Context): void {
  if (isCompressed(ctx)) {
    throw new ProviderError(415, 'unsupported-media-type', 'Send the body without Content-Encoding.')
  }
}

function refuseByHeaders(ctx: Context, maxBytes: number): void {
  refuseCompressed(ctx)
  if (!ctx.is('application/json', '+json')) {
    if (!ctx.get('Content-Type') && !ctx.request.length) throw notAnObject()
    throw new ProviderError(415, 'unsupported-media-type', 'Send the body as application/json.')
  }
  if ((ctx.request.length ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

function refuseByContent(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject()
  if (isTooDeep(body)) throw ValidationError.at('#', `the body is nested deeper than ${MAX_BODY_DEPTH} levels.`)
}

function notAnObject(): ValidationError {
  return ValidationError.at('#', 'the body must be a JSON object.')
}

function tooLarge(maxBytes: number): ProviderError {
  return new ProviderError(413, 'payload-too-large', `The body may hold at most ${maxBytes} bytes.`)
}

function toError(error: UnreadableBody, maxBytes: number): ProviderError {
  if (error.status === 413) return tooLarge(maxBytes)
  if (error.type === 'request.aborted') return ValidationError.at('#', 'the body ended early.')
  return ValidationError.at('#', 'the body is not valid JSON.')
}
