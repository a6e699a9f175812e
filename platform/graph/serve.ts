import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Upgrade } from '../../src/runtime/http-server.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Authenticator } from '../sign-in/authenticator.ts'
import type { GraphDeps } from './context.ts'
import { LiveFeed } from './live/feed.ts'
import { schema } from './schema.ts'
import { createAdmissionControl } from './server/admission.ts'
import { graphEndpoint } from './server/endpoint.ts'
import type { GraphLimits } from './server/limits.ts'
import { GraphSocket } from './server/socket.ts'

/** Serves the graph over HTTP and WebSocket, with one admission control for both. */
export interface GraphServer {
  handle: Middleware
  upgrade: Upgrade
  /** Stops the change feed and closes all sockets. */
  stop(): void
}

export interface GraphServerOptions {
  viewers: Authenticator
  limits: GraphLimits
  strictStatus: boolean
  metrics: Metrics
  log: Logger
}

export function createGraphServer(
  deps: Omit<GraphDeps, 'feed'>,
  { viewers, limits, strictStatus, metrics, log }: GraphServerOptions,
): GraphServer {
  const feed = new LiveFeed(deps.db, log)
  const shared = {
    schema,
    graph: { ...deps, feed },
    log,
    viewers,
    limits,
    strictStatus,
    metrics,
    admission: createAdmissionControl(schema, limits),
  }
  const socket = new GraphSocket(shared)
  return {
    handle: graphEndpoint(shared),
    upgrade: (request, stream, head) => socket.upgrade(request, stream, head),
    stop: () => {
      feed.stop()
      socket.stop()
    },
  }
}
