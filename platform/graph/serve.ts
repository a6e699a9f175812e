import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Metrics } from '../http/metrics.ts'
import type { Upgrade } from '../../src/runtime/http-server.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { GraphParts } from './context.ts'
import { LiveFeed } from './live/feed.ts'
import { graphEndpoint } from './server/endpoint.ts'
import { openGate } from './server/admission.ts'
import type { GraphLimits } from './server/limits.ts'
import { GraphSocket } from './server/socket.ts'
import { schema } from './schema.ts'

/** The graph as it is served: requests and sockets, behind the same gate. */
export interface Graph {
  answer: Middleware
  upgrade: Upgrade
  /** Closes the sockets. */
  stop(): void
}

export interface GraphSettings {
  viewers: Viewers
  limits: GraphLimits
  metrics: Metrics
  log: Logger
}

export function openGraph(parts: Omit<GraphParts, 'feed'>, { viewers, limits, metrics, log }: GraphSettings): Graph {
  const feed = new LiveFeed(parts.db, log)
  const served = { schema, graph: { ...parts, feed }, log, viewers, limits, metrics, gate: openGate(schema, limits) }
  const socket = new GraphSocket(served)
  return {
    answer: graphEndpoint(served),
    upgrade: (request, stream, head) => socket.upgrade(request, stream, head),
    stop: () => {
      feed.stop()
      socket.stop()
    },
  }
}
