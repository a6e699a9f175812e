import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Upgrade } from '../../src/runtime/http-server.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Authenticator } from '../sign-in/authenticator.ts'
import { GraphBuckets, type GraphBucketsDeps } from './buckets.ts'
import { schema } from './schema.ts'
import { createAdmissionControl } from './server/admission.ts'
import { graphEndpoint } from './server/endpoint.ts'
import type { GraphLimits } from './server/limits.ts'
import { GraphSocket } from './server/socket.ts'

/** Serves the graph over HTTP and WebSocket, with one admission control for both. */
export interface GraphServer {
  handle: Middleware
  upgrade: Upgrade
  /** Stops the change feeds and closes all sockets. */
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
  deps: Omit<GraphBucketsDeps, 'log'>,
  { viewers, limits, strictStatus, metrics, log }: GraphServerOptions,
): GraphServer {
  const graph = new GraphBuckets({ ...deps, log })
  const shared = {
    schema,
    graph,
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
      graph.stop()
      socket.stop()
    },
  }
}
