import { Router } from '@koa/router'
import Koa, { type Middleware } from 'koa'
import { endUpgrade, type Upgrade } from '../src/runtime/http-server.ts'
import { consoleFiles } from './console/serve.ts'
import { handleGraphFailures } from './graph/server/failures.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { jsonBody } from './http/json-body.ts'
import { keyAuth } from './http/key-auth.ts'
import { problems } from './http/problems.ts'
import { requests, securityHeaders } from './http/requests.ts'
import { ROUTES, type Route, SOCKETS } from './overview.ts'
import type { AppDeps } from './services.ts'

/** Creates the platform as a Koa application, from the outermost middleware to the routes. Does not listen. */
export function createApp(deps: AppDeps): Koa {
  const { config, log, metrics } = deps
  const app = new Koa({ proxy: config.trustProxy })
  app.on('error', (error: unknown) => {
    // Browsers cancel downloads when people go on to another page.
    if (isDisconnect(error)) log.debug({ err: error }, 'the client closed the connection')
    else log.error({ err: error }, 'failed to send a response')
  })
  app.use(requests(log, metrics))
  app.use(problems(log))
  app.use(securityHeaders())
  if (deps.config.console.isOn && deps.config.role !== 'worker') app.use(consoleFiles(deps.config))
  const router = createRouter(deps)
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}

const DISCONNECT_CODES: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DISCONNECT_CODES.includes(error.code)
}

function createRouter(deps: AppDeps): Router {
  const router = new Router({ sensitive: true })
  for (const route of ROUTES.filter(({ roles }) => roles.includes(deps.config.role))) {
    router[route.method](route.path, ...layersOf(route, deps), route.handler(deps))
  }
  return router
}

/** What stands before a route's handler. The graph authenticates people and reads its bodies itself. */
function layersOf({ path, method, access }: Route, { config, log }: AppDeps): Middleware[] {
  // The pattern and not the request's own path, which may contain anything, is logged and counted.
  const label: Middleware = (ctx, next) => {
    ctx.state.route = path
    return next()
  }
  const { platformKey, otherPlatformKeys = [] } = config
  if (access === 'key') {
    return [label, keyAuth([platformKey, ...otherPlatformKeys]), ...(method === 'post' ? [jsonBody()] : [])]
  }
  if (access === 'token') {
    const cors = config.corsOrigins.length > 0 ? [crossOrigin(config.corsOrigins)] : []
    return [label, ...cors, handleGraphFailures(log, config.strictStatus)]
  }
  return [label]
}

/** Handles requests that ask to become a WebSocket. */
export function createUpgrade({ config, services }: Pick<AppDeps, 'config' | 'services'>): Upgrade {
  const sockets = SOCKETS.filter(({ roles }) => roles.includes(config.role))
  return (request, stream, head) => {
    const path = request.url?.split('?')[0]
    const socket = sockets.find((candidate) => candidate.path === path)
    if (!socket) return endUpgrade(stream, 404)
    const running = services()
    const upgrade = running && !running.isStopping ? socket.upgrade(running) : undefined
    if (!upgrade) return endUpgrade(stream, 503)
    upgrade(request, stream, head)
  }
}
