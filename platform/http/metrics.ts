import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { registerConnectionMetrics } from '../../src/runtime/connection-metrics.ts'
import { type ConnectionCounts, NO_CONNECTIONS } from '../../src/runtime/connections.ts'

const BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60]

/** The platform's request metrics in Prometheus format. No label identifies a person. */
export class Metrics {
  readonly registry = new Registry()
  readonly #requests = new Counter({
    name: 'platform_requests_total',
    help: 'HTTP requests by route and status',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  })
  readonly #requestSeconds = new Histogram({
    name: 'platform_request_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['route'],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  })
  readonly #operations = new Counter({
    name: 'platform_graph_operations_total',
    help: 'GraphQL operations by kind and first error code',
    labelNames: ['kind', 'code'],
    registers: [this.registry],
  })
  readonly #databaseFailures = new Counter({
    name: 'platform_database_failures_total',
    help: 'Requests for readiness to which the database did not respond',
    registers: [this.registry],
  })

  constructor(connections: Readonly<ConnectionCounts> = NO_CONNECTIONS) {
    collectDefaultMetrics({ register: this.registry, prefix: 'platform_' })
    registerConnectionMetrics(this.registry, 'platform', connections)
  }

  countRequest(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status })
    this.#requestSeconds.observe({ route }, seconds)
  }

  countDatabaseFailure(): void {
    this.#databaseFailures.inc()
  }

  /** `code` is empty when the operation succeeded. */
  countOperation(kind: string, code: string): void {
    this.#operations.inc({ kind, code })
  }
}
