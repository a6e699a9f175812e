import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

const SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60]

/** What the platform counts of itself, in the form Prometheus reads. No label names a person. */
export class Metrics {
  readonly registry = new Registry()
  readonly #requests = new Counter({
    ...{ name: 'platform_requests_total', help: 'Requests answered', labelNames: ['route', 'status'] },
    registers: [this.registry],
  })
  readonly #seconds = new Histogram({
    ...{ name: 'platform_request_seconds', help: 'Time from request to answer', labelNames: ['route'] },
    ...{ buckets: SECONDS, registers: [this.registry] },
  })
  readonly #operations = new Counter({
    ...{ name: 'platform_graph_operations_total', help: 'Graph operations, by kind and first error code' },
    ...{ labelNames: ['kind', 'code'], registers: [this.registry] },
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'platform_' })
  }

  countRequest(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status })
    this.#seconds.observe({ route }, seconds)
  }

  /** `code` is empty when all went well. */
  countOperation(kind: string, code: string): void {
    this.#operations.inc({ kind, code })
  }
}
