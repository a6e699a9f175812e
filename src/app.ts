import { Router } from '@koa/router'
import Koa, { type Context } from 'koa'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { holdCredentials } from './dispatch.ts'
import { extraRoutes } from './extra-routes.ts'
import type { Hub } from './hub.ts'
import { ValidationError } from './kit/errors.ts'
import { Keys } from './kit/keys.ts'
import { BodyMemory, formBody, jsonBody, LARGEST_AUTH_BODY, LARGEST_BODY } from './middleware/json-body.ts'
import { cost, Metrics } from './middleware/metrics.ts'
import { platformAuth } from './middleware/platform-auth.ts'
import { problems } from './middleware/problems.ts'
import { requestLog } from './middleware/request-log.ts'
import { staticFiles } from './middleware/static-files.ts'
import { validate } from './middleware/validate.ts'
import type { Registry } from './registry.ts'
import { type Access, ROUTES, type Route } from './routes.ts'

/** Version of the interface this hub speaks, sent with every answer. */
const INTERFACE_VERSION = '1'

/** What a hub is made of. Clock and fetch are real unless a test says otherwise. */
export interface AppParts {
  config: Config
  registry: Registry
  log: Logger
  publicFolder: string
  clock?: () => number
  fetch?: typeof fetch
}

/** The hub as a Koa application, from the outermost layer to the routes. Does not listen. */
export function createApp({
  config,
  registry,
  log,
  publicFolder,
  clock = Date.now,
  fetch = globalThis.fetch,
}: AppParts): Koa {
  const memory = new BodyMemory()
  const hub: Hub = {
    config,
    registry,
    log,
    clock,
    fetch,
    memory,
    metrics: new Metrics(memory),
    keys: new Keys(config.platformKey),
  }
  const router = createRouter(hub)
  const app = new Koa()
  app.on('error', (error: unknown) => log.error({ err: error }, 'an answer could not be sent'))
  app.use(requestLog(log))
  app.use(cost(hub.metrics))
  app.use(problems(config.platformUrl, log))
  app.use(commonHeaders(config))
  app.use(staticFiles(publicFolder))
  app.use(platformAuth(config.platformKey, (ctx) => accessTo(router, ctx) === 'open'))
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}

function createRouter(hub: Hub): Router {
  const router = new Router()
  for (const route of [...ROUTES, ...extraRoutes(hub.registry)]) {
    router.register(route.path, [route.method], [bodyReader(route, hub), (ctx: Context) => answer(route, ctx, hub)], {
      name: `${route.access} ${route.path}`,
    })
  }
  return router
}

function bodyReader(route: Route, hub: Hub): Koa.Middleware {
  if (route.request) {
    return jsonBody(route.path.startsWith('/auth/') ? LARGEST_AUTH_BODY : LARGEST_BODY, hub.memory)
  }
  return route.method === 'post' ? formBody() : (_ctx, next) => next()
}

async function answer(route: Route, ctx: Context, hub: Hub): Promise<void> {
  ctx.state.route = route.path
  refuseOtherVersions(ctx)
  if (route.request) {
    ctx.request.body = validate(route.request, ctx.request.body)
    holdCredentials(ctx.request.body)
  }
  for (const condition of route.conditions) condition(ctx)
  const body = await route.respond(ctx, hub)
  if (body === undefined) return
  if (typeof body === 'object') ctx.type = 'application/json'
  // Written here and not by Koa, so that an answer that cannot be written becomes a problem like any other fault.
  ctx.body = typeof body === 'object' ? JSON.stringify(body) : body
}

/** What the table says of this method and path; undefined when they lead nowhere. */
function accessTo(router: Router, ctx: Context): Access | undefined {
  const [layer] = router.match(ctx.path, ctx.method).pathAndMethod
  return layer?.name?.split(' ')[0] as Access | undefined
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
  const wanted = ctx.get('X-Provider-Interface')
  if (wanted === '' || wanted.split('.')[0] === INTERFACE_VERSION) return
  throw new ValidationError(
    `This provider speaks version ${INTERFACE_VERSION} of the interface, not ${wanted.slice(0, 20)}.`,
  )
}
