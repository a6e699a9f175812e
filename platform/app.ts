import { Router } from '@koa/router'
import Koa, { type Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Graph } from './graph/open.ts'
import { graphFailures } from './graph/protocol/failures.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { unavailable } from './http/http-error.ts'
import { jsonBody } from './http/json-body.ts'
import { keyAuth } from './http/key-auth.ts'
import type { Metrics } from './http/metrics.ts'
import { problems } from './http/problems.ts'
import { requests, securityHeaders } from './http/requests.ts'
import { endUpgrade, type Upgrade } from './http/server.ts'

/** What answers once the store is open. A worker answers neither the graph nor registrations. */
export interface Opened {
  /** Throws when the store does not answer. */
  ready: () => Promise<void>
  /** Nothing new is to be sent here; what comes all the same is still answered. */
  isStopping?: boolean
  graph?: Graph
  registration?: Middleware
}

export interface AppParts {
  config: Pick<Config, 'corsOrigins' | 'platformKey' | 'role' | 'trustProxy'>
  log: Logger
  metrics: Metrics
  /** Undefined while the platform starts. */
  opened: () => Opened | undefined
}

/** Providers were told of each of these addresses at some time. */
const REGISTRATION_PATHS = ['/api/v1/connections/registration', '/api/v1/provider/registration', '/']

/** The platform as a Koa application, from the outermost layer to the routes. Does not listen. */
export function createApp({ config, log, metrics, opened }: AppParts): Koa {
  const app = new Koa({ proxy: config.trustProxy })
  app.on('error', (error: unknown) => log.error({ err: error }, 'an answer could not be sent'))
  app.use(requests(log, metrics))
  app.use(problems(log))
  app.use(securityHeaders())
  const router = createRouter({ config, log, metrics, opened })
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}

function createRouter({ config, log, metrics, opened }: AppParts): Router {
  const router = new Router()
  const key = keyAuth(config.platformKey)
  const whenOpen = (part: (opened: Opened) => Middleware | undefined): Middleware => {
    return (ctx, next) => {
      const open = opened()
      const answer = open && part(open)
      if (!answer) throw unavailable('The platform is starting.')
      return answer(ctx, next)
    }
  }
  router.get('/api/v1/hello', named, hello)
  router.get('/api/v1/ready', named, readiness(opened))
  router.get('/metrics', named, key, figures(metrics))
  if (config.role === 'worker') return router
  router.post(
    REGISTRATION_PATHS,
    named,
    key,
    jsonBody(),
    whenOpen(({ registration }) => registration),
  )
  router.all(
    '/api/v1/graph',
    named,
    ...(config.corsOrigins.length > 0 ? [crossOrigin(config.corsOrigins)] : []),
    graphFailures(log),
    whenOpen(({ graph }) => graph?.answer),
  )
  return router
}

/** Requests that ask to become a socket; the graph's is the only one. */
export function createUpgrade({ config, opened }: Pick<AppParts, 'config' | 'opened'>): Upgrade {
  return (request, stream, head) => {
    const path = request.url?.split('?')[0]
    if (config.role === 'worker' || !SOCKET_PATHS.has(path ?? '')) return endUpgrade(stream, 404)
    const open = opened()
    if (!open?.graph || open.isStopping) return endUpgrade(stream, 503)
    open.graph.upgrade(request, stream, head)
  }
}

const SOCKET_PATHS: ReadonlySet<string> = new Set(['/api/v1/graph', '/api/v1/graph/ws'])

/** The route, for the log and the counts: an address may hold anything. */
const named: Middleware = (ctx, next) => {
  ctx.state.route = ctx.path
  return next()
}

const hello: Middleware = (ctx) => {
  ctx.type = 'text/plain; charset=utf-8'
  ctx.body = 'hello\n'
}

function readiness(opened: AppParts['opened']): Middleware {
  return async (ctx) => {
    const open = opened()
    if (!open || open.isStopping) throw unavailable('The platform is starting or stopping.')
    await open.ready().catch((cause) => {
      throw unavailable('The store does not answer.', cause)
    })
    ctx.type = 'application/json'
    ctx.body = '{"status":"ready"}'
  }
}

function figures({ registry }: Metrics): Middleware {
  return async (ctx) => {
    ctx.type = registry.contentType
    ctx.body = await registry.metrics()
  }
}
