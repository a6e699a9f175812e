import type { Middleware } from 'koa'
import send from 'koa-send'

/** Browsers may keep an icon for a day (ms). */
const MAX_AGE = 86_400_000

/** Serves the files of ./public to anyone; what is no file there goes on to the routes. */
export function staticFiles(folder: string): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || !(await sendFile(ctx, folder))) await next()
  }
}

async function sendFile(ctx: Parameters<Middleware>[0], folder: string): Promise<boolean> {
  try {
    const sent = await send(ctx, ctx.path, { root: folder, hidden: false, maxage: MAX_AGE, gzip: false, brotli: false })
    // An SVG is a document of its own when opened: no script in it may run.
    if (sent) ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    return Boolean(sent)
  } catch (error) {
    if (isNoFile(error)) return false
    throw error
  }
}

/** No such file, a folder, or a path that tries to leave the folder. */
function isNoFile(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500
}
