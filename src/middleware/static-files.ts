import type { Middleware } from 'koa'
import send from 'koa-send'

/** Browsers may cache an icon for a day. */
const MAX_AGE_MS = 86_400_000

/** Serves the files of a folder without authentication. Requests for anything else are passed on. */
export function staticFiles(folder: string): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || !(await sendFile(ctx, folder))) await next()
  }
}

async function sendFile(ctx: Parameters<Middleware>[0], folder: string): Promise<boolean> {
  try {
    const sent = await send(ctx, ctx.path, {
      root: folder,
      hidden: false,
      maxage: MAX_AGE_MS,
      gzip: false,
      brotli: false,
    })
    // An SVG that is opened by itself is a document: scripts in it must not run.
    if (sent) ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    return Boolean(sent)
  } catch (error) {
    if (isFileMissing(error)) return false
    throw error
  }
}

/** The file does not exist, is a folder, or lies outside the folder. */
function isFileMissing(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500
}
