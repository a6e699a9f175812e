import type { Context, Middleware, Next } from 'koa'
import type { TSchema } from '../contract/index.ts'
import { ProviderError, ValidationError } from '../kit/errors.ts'
import { isCompressed, type ParsedJson, parseJson, readBytes, UnreadableBodyError } from '../runtime/json-body.ts'
import { JsonError } from '../runtime/json-scan.ts'
import type { BodyMemory } from './body-memory.ts'
import type { LargeBodyReader } from './large-bodies/reader.ts'
import { notAnObject, validateJson } from './validate.ts'

/** Maximum size of a request body, and of one to the auth routes (bytes). */
export const MAX_BODY_BYTES = 50 * 1024 * 1024
export const MAX_AUTH_BODY_BYTES = 1024 * 1024
/** Larger bodies are parsed and validated in a worker thread (bytes). */
const MAX_INLINE_BYTES = 1024 * 1024

/** What the bodies of all routes share. */
export interface BodyResources {
  memory: BodyMemory
  largeBodies: LargeBodyReader
}

/**
 * Reads a JSON object of at most `maxBytes`, which must match `schema`, into `ctx.request.body`. Refuses other bodies,
 * where possible unread.
 */
export function jsonBody(schema: TSchema, maxBytes: number, { memory, largeBodies }: BodyResources): Middleware {
  return async (ctx, next) => {
    refuseByHeaders(ctx, maxBytes)
    // A body of unknown length reserves the maximum; when it has been read, its size is known.
    let reserved = ctx.request.length ?? maxBytes
    memory.reserve(reserved)
    try {
      const bytes = await readBody(ctx, maxBytes)
      memory.release(reserved - bytes.length)
      reserved = bytes.length
      if (bytes.length > MAX_INLINE_BYTES) return await readLarge(ctx, schema, bytes, next, largeBodies)
      const parsed = parseBody(bytes)
      // The log at level trace shows invalid bodies, too.
      ctx.request.body = parsed.value
      ctx.request.body = validateJson(schema, parsed)
      await next()
    } finally {
      memory.release(reserved)
    }
  }
}

async function readLarge(
  ctx: Context,
  schema: TSchema,
  bytes: Uint8Array,
  next: Next,
  largeBodies: LargeBodyReader,
): Promise<void> {
  const { value, release } = await largeBodies.read(bytes, schema).catch((error) => {
    throw toMalformed(error)
  })
  try {
    ctx.request.body = value
    await next()
  } finally {
    release()
  }
}

/** Parameters that a form may have. */
const MAX_FORM_PARAMETERS = 1_000

/** Reads what browsers send to the open routes: a small form (`application/x-www-form-urlencoded`) or JSON. */
export function formBody(): Middleware {
  return async (ctx, next) => {
    refuseCompressed(ctx)
    const isForm = ctx.is('application/x-www-form-urlencoded')
    if (isForm || ctx.is('application/json', '+json')) {
      const bytes = await readBody(ctx, MAX_AUTH_BODY_BYTES)
      ctx.request.body = isForm ? parseForm(bytes) : parseBody(bytes).value
    }
    await next()
  }
}

function parseForm(bytes: Uint8Array): Record<string, string> {
  const text = new TextDecoder().decode(bytes)
  if (text.split('&', MAX_FORM_PARAMETERS + 1).length > MAX_FORM_PARAMETERS) {
    throw ValidationError.at('#', `the form has more than ${MAX_FORM_PARAMETERS} parameters.`)
  }
  return Object.fromEntries(new URLSearchParams(text))
}

async function readBody(ctx: Context, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readBytes(ctx.req, maxBytes)
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error
    throw error.reason === 'too-large' ? tooLarge(maxBytes) : ValidationError.at('#', 'the body ended early.')
  }
}

function parseBody(bytes: Uint8Array): ParsedJson {
  try {
    return parseJson(bytes)
  } catch (error) {
    throw toMalformed(error)
  }
}

function toMalformed(error: unknown): unknown {
  return error instanceof JsonError ? ValidationError.at('#', `the body ${error.message}.`) : error
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

function tooLarge(maxBytes: number): ProviderError {
  return new ProviderError(413, 'payload-too-large', `The body may hold at most ${maxBytes} bytes.`)
}
