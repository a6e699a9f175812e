import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Middleware } from 'koa'

/** How long tools may use a schema without asking again (s). */
const MAX_AGE_S = 300

interface SchemaFile {
  text: string
  compressed: Buffer
  etag: string
}

/**
 * Sends the schema as SDL. It says what can be queried and contains no data. It is printed and compressed once, when it is
 * requested for the first time; the schema itself is loaded then, too, if this process has not done so.
 */
export function schemaFile(): Middleware {
  let loading: Promise<SchemaFile> | undefined
  return async (ctx) => {
    loading ??= load()
    const { text, compressed, etag } = await loading
    ctx.type = 'text/plain; charset=utf-8'
    // Explorers are pages of other origins.
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Cache-Control', `public, max-age=${MAX_AGE_S}`)
    ctx.vary('Accept-Encoding')
    ctx.etag = etag
    ctx.status = 200
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
      ctx.set('Content-Encoding', 'gzip')
      ctx.body = compressed
    } else {
      ctx.body = text
    }
  }
}

async function load(): Promise<SchemaFile> {
  const { printedSchema } = await import('../schema.ts')
  const text = printedSchema()
  // Weak, because the compressed form is another sequence of bytes.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  return { text, compressed: await promisify(gzip)(text), etag }
}
