import type { Context } from 'koa'
import { setPageHeaders } from './connect/html.ts'
import { createCall } from './dispatch.ts'
import type { ExtraRequest, ExtraRoute, Settings } from './kit/application.ts'
import type { Registry, ServedApplication } from './registry.ts'
import type { Route } from './routes.ts'

/** The routes that applications add, for example a form for a key that is too long for a URL. */
export function extraRoutes(registry: Registry): Route[] {
  return registry.applications.flatMap((served) =>
    (served.application.routes ?? []).map((route) => toRoute(served, route)),
  )
}

function toRoute(served: ServedApplication, route: ExtraRoute<Settings>): Route {
  return {
    method: route.method,
    path: route.path,
    access: route.public ? 'open' : 'key',
    conditions: [],
    respond: async (ctx, hub) => {
      const { status, headers, body } = await route.handle(toRequest(ctx), createCall(ctx, hub, served))
      ctx.status = status ?? 200
      setPageHeaders(ctx)
      ctx.set(headers ?? {})
      return body
    },
  }
}

function toRequest(ctx: Context): ExtraRequest {
  const query = Object.fromEntries(new URLSearchParams(ctx.querystring))
  return { query, body: ctx.request.body, headers: ctx.headers }
}
