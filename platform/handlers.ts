import type { Middleware } from 'koa'
import { schemaFile } from './graph/server/schema-file.ts'
import { unavailable } from './http/errors.ts'
import type { AppDeps, Services } from './services.ts'

export function hello(): Middleware {
  return (ctx) => {
    ctx.type = 'text/plain; charset=utf-8'
    ctx.body = 'hello\n'
  }
}

/** For load balancers: 200 while requests may be sent to this process, 503 otherwise. */
export function ready({ services, metrics }: AppDeps): Middleware {
  return async (ctx) => {
    const running = services()
    if (!running || running.isStopping) throw unavailable('The platform is starting or stopping.')
    await running.ping().catch((cause) => {
      metrics.countDatabaseFailure()
      throw unavailable('The database does not respond.', cause)
    })
    ctx.type = 'application/json'
    const warnings = running.warnings?.() ?? []
    ctx.body = JSON.stringify(warnings.length > 0 ? { status: 'ready', warnings } : { status: 'ready' })
  }
}

export function metrics({ metrics: { registry } }: AppDeps): Middleware {
  return async (ctx) => {
    ctx.type = registry.contentType
    ctx.body = await registry.metrics()
  }
}

export function registration(deps: AppDeps): Middleware {
  return whenRunning(deps, (services) => services.registration)
}

/** The graph's schema, for tools that cannot introspect it. 404 if the operator does not publish it. */
export function schema({ config }: AppDeps): Middleware {
  return config.publicSchema ? schemaFile() : (_ctx, next) => next()
}

export function graph(deps: AppDeps): Middleware {
  return whenRunning(deps, (services) => services.graph?.handle)
}

/** Delegates to a service; 503 while it starts. */
function whenRunning({ services }: AppDeps, select: (services: Services) => Middleware | undefined): Middleware {
  return (ctx, next) => {
    const running = services()
    const service = running && select(running)
    if (!service) throw unavailable('The platform is starting.')
    return service(ctx, next)
  }
}
