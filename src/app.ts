import './runtime/no-debug-output.ts'
import { Router } from '@koa/router'
import Koa, { type Context } from 'koa'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { ConnectAttempts } from './connect/attempts.ts'
import { KeyFormLimit } from './connect/key-form-limit.ts'
import { PlatformKey } from './connect/platform-key.ts'
import { SealedKeyCookies } from './connect/sealed-key-cookies.ts'
import { INTERFACE_VERSION } from './contract/index.ts'
import { holdCredentials } from './dispatch.ts'
import { extraRoutes } from './extra-routes.ts'
import type { Hub } from './hub.ts'
import { ValidationError } from './kit/errors.ts'
import { Keys } from './kit/keys.ts'
import { ProcessMemory } from './kit/memory/process-memory.ts'
import { BodyMemory } from './middleware/body-memory.ts'
import { type BodyResources, formBody, jsonBody, MAX_AUTH_BODY_BYTES, MAX_BODY_BYTES } from './middleware/json-body.ts'
import { LargeBodyReader } from './middleware/large-bodies/reader.ts'
import { Metrics, requestMetrics } from './middleware/metrics.ts'
import { platformAuth } from './middleware/platform-auth.ts'
import { problems } from './middleware/problems.ts'
import { requestLog } from './middleware/request-log.ts'
import { staticFiles } from './middleware/static-files.ts'
import type { Registry } from './registry.ts'
import { ROUTES, type Route } from './routes.ts'
import { type ConnectionCounts, NO_CONNECTIONS } from './runtime/connections.ts'

/** What a hub is made of. Tests replace clock and fetch. */
export interface AppOptions {
  config: Config
  registry: Registry
  log: Logger
  /** Folder of the static files, if there are any. */
  publicFolder?: string | undefined
  /** The connections of the server that the hub has, if they are known. */
  connections?: Readonly<ConnectionCounts>
  /** Aborted when the hub is told to stop. */
  stopping?: AbortSignal
  /** Whether to check regularly that the platform accepts the key. */
  watchesPlatformKey?: boolean
  /** Returns the current time, epoch ms. */
  clock?: () => number
  fetch?: typeof fetch
}

/** Creates the hub as a Koa application, from the outermost middleware to the routes. Does not listen. */
export function createApp({
  config,
  registry,
  log,
  publicFolder,
  connections = NO_CONNECTIONS,
  stopping = new AbortController().signal,
  watchesPlatformKey = false,
  clock = Date.now,
  fetch = globalThis.fetch,
}: AppOptions): Koa {
  const memory = new BodyMemory()
  const platformKeys = config.platformKey ? [config.platformKey, ...(config.otherPlatformKeys ?? [])] : []
  const keys = new Keys(...platformKeys)
  const platformKey = new PlatformKey({ config, log, fetch })
  if (watchesPlatformKey) platformKey.watch(stopping)
  const hub: Hub = {
    config,
    registry,
    log,
    stopping,
    clock,
    fetch,
    platformKey,
    memory,
    metrics: new Metrics(memory, platformKey, connections),
    keys,
    attempts: new ConnectAttempts({ config, keys, clock }),
    sealedKeys: new SealedKeyCookies(config),
    keyForms: new KeyFormLimit(clock()),
    processMemory: new ProcessMemory(),
  }
  const { router, routeOf } = createRouter(hub)
  const app = new Koa()
  app.on('error', (error: unknown) => log.error({ err: error }, 'failed to send a response'))
  app.use(requestLog(log))
  app.use(requestMetrics(hub.metrics))
  app.use(problems(config.platformUrl, log))
  app.use(commonHeaders(config))
  if (publicFolder !== undefined) app.use(staticFiles(publicFolder))
  app.use(platformAuth(platformKeys, (ctx) => routeOf(ctx)?.access === 'open'))
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}

interface RouterWithTable {
  router: Router
  /** The route that a request will reach; undefined when there is none. */
  routeOf: (ctx: Context) => Route | undefined
}

function createRouter(hub: Hub): RouterWithTable {
  const router = new Router({ sensitive: true })
  const routes = new Map<unknown, Route>()
  const largeBodies = new LargeBodyReader()
  for (const route of [...ROUTES, ...extraRoutes(hub.registry)]) {
    const readBody = bodyReader(route, { memory: hub.memory, largeBodies })
    const handlers = [labelRoute(route), readBody, (ctx: Context) => respond(route, ctx, hub)]
    routes.set(router.register(route.path, [route.method], handlers), route)
  }
  return { router, routeOf: (ctx) => routes.get(router.match(ctx.path, ctx.method).pathAndMethod[0]) }
}

/** Log and metrics name the pattern of a route and never the path of a request, which may contain anything. */
function labelRoute({ path }: Route): Koa.Middleware {
  return (ctx, next) => {
    ctx.state.route = path
    refuseOtherVersions(ctx)
    return next()
  }
}

function bodyReader({ request, path, method, readsForm }: Route, resources: BodyResources): Koa.Middleware {
  if (request) return jsonBody(request, path.startsWith('/auth/') ? MAX_AUTH_BODY_BYTES : MAX_BODY_BYTES, resources)
  return method === 'post' && !readsForm ? formBody() : (_ctx, next) => next()
}

async function respond(route: Route, ctx: Context, hub: Hub): Promise<void> {
  if (route.request) holdCredentials(ctx.request.body)
  for (const condition of route.conditions) condition(ctx)
  const body = await route.respond(ctx, hub)
  if (body === undefined) return
  if (typeof body === 'object') ctx.type = 'application/json'
  // Serialized here and not by Koa, so that a body that cannot be serialized becomes a problem like any other error.
  ctx.body = typeof body === 'object' ? JSON.stringify(body) : body
}

function commonHeaders(config: Config): Koa.Middleware {
  const secure = config.baseUrl.startsWith('https:')
  return async (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('X-Provider-Interface', INTERFACE_VERSION)
    if (secure) ctx.set('Strict-Transport-Security', 'max-age=31536000')
    await next()
    if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-store')
  }
}

function refuseOtherVersions(ctx: Context): void {
  const version = ctx.get('X-Provider-Interface')
  if (version === '' || version.split('.')[0] === INTERFACE_VERSION) return
  throw new ValidationError(
    `This provider speaks version ${INTERFACE_VERSION} of the interface, not ${version.slice(0, 20)}.`,
  )
}
