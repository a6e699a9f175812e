import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Middleware } from 'koa'
import send from 'koa-send'
import { contentSecurityPolicy, setPageHeaders } from './headers.ts'
import type { ConsoleOptions } from './options.ts'

export interface ConsoleConfig {
  console: ConsoleOptions
  issuer: string
}

/** Paths of the API and of operators, which are never pages of the console. */
const RESERVED = /^\/(api|metrics|schema\.graphql)(\/|$)/
const SETTINGS_PATH = '/console.json'
/** Files whose name contains a hash of their content. */
const ASSETS_PATH = '/assets/'
const FOR_A_YEAR = 'public, max-age=31536000, immutable'
const NOT_BUILT = 'The console is not built. Run npm run build, or set CONSOLE=off.\n'

/**
 * Serves the console: its files, its settings at /console.json, and its page at every other path, because the page itself
 * shows what is at an address. Requests of the API are passed on.
 */
export function consoleFiles({ console: options, issuer }: ConsoleConfig): Middleware {
  const policy = contentSecurityPolicy([new URL(issuer).origin, ...options.issuerOrigins])
  const settings = JSON.stringify(toSettings(options, issuer))
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!isRead || RESERVED.test(ctx.path)) return next()
    ctx.state.route = 'console'
    setPageHeaders(ctx, policy)
    if (ctx.path === SETTINGS_PATH) {
      ctx.type = 'application/json'
      ctx.body = settings
    } else if (ctx.path === '/' || !(await sendFile(ctx, options.folder, ctx.path))) {
      await sendPage(ctx, options.folder)
    }
  }
}

/** Whether there are files to serve, or none are to be served. */
export function isConsoleBuilt({ console: { isOn, folder }, role }: ConsoleConfig & { role: string }): boolean {
  return !isOn || role === 'worker' || existsSync(join(folder, 'index.html'))
}

/** What the page reads before it signs a person in. */
function toSettings({ clientId, scope, signInParameters }: ConsoleOptions, issuer: string) {
  return { issuer, clientId, scope, signInParameters, apiUrl: '/' }
}

/** A path with an extension is that of a file, which does not exist. */
async function sendPage(ctx: Context, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    ctx.status = 404
    ctx.type = 'text/plain'
    ctx.body = NOT_BUILT
  } else if (/\.[a-z0-9]+$/i.test(ctx.path)) {
    ctx.status = 404
    ctx.type = 'text/plain'
    ctx.body = 'There is no such file.\n'
  } else {
    await sendFile(ctx, folder, '/index.html')
  }
}

/** Sends a file, compressed if the browser accepts that. Returns false if there is none. */
async function sendFile(ctx: Context, folder: string, path: string): Promise<boolean> {
  try {
    ctx.vary('Accept-Encoding')
    const sent = await send(ctx, path, { root: folder })
    if (sent) ctx.set('Cache-Control', path.startsWith(ASSETS_PATH) ? FOR_A_YEAR : 'no-cache')
    return Boolean(sent)
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** The file does not exist, is a folder, or lies outside the folder. */
function isMissing(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500
}
