import type { Context, Middleware } from 'koa'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { registerConnectionMetrics } from '../runtime/connection-metrics.ts'
import type { ConnectionCounts } from '../runtime/connections.ts'
import type { BodyMemory } from './body-memory.ts'

/** The hub's Prometheus metrics. One per app. */
export class Metrics {
  readonly registry = new Registry()
  readonly #requests = this.#counter('hub_requests_total', 'HTTP requests', ['route', 'application', 'status'])
  readonly #problems = this.#counter('hub_problems_total', 'Error responses (application/problem+json)', [
    'route',
    'application',
    'problem',
  ])
  readonly #calls = this.#counter('hub_vendor_calls_total', 'HTTP requests to vendors', ['application'])
  readonly #units = this.#counter('hub_vendor_units_total', 'Quota units spent at vendors', ['application'])
  readonly #waits = this.#counter('hub_vendor_waits_total', 'Delays before retries of vendor requests', ['application'])
  readonly #duration = new Histogram({
    name: 'hub_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 45, 120],
    registers: [this.registry],
  })

  constructor(
    memory: BodyMemory,
    platformKey: { isAccepted: boolean | undefined },
    connections: Readonly<ConnectionCounts>,
  ) {
    collectDefaultMetrics({ register: this.registry, prefix: 'hub_' })
    registerConnectionMetrics(this.registry, 'hub', connections)
    const bodyBytes: Gauge = new Gauge({
      name: 'hub_body_bytes_in_flight',
      help: 'Bytes of request bodies held in memory',
      registers: [this.registry],
      collect: () => bodyBytes.set(memory.bytes),
    })
    const keyAccepted: Gauge = new Gauge({
      name: 'hub_platform_key_accepted',
      help: 'Whether the platform accepts the key of the hub (1) or not (0); absent until it has responded',
      registers: [this.registry],
      collect: () => {
        keyAccepted.reset()
        if (platformKey.isAccepted === undefined) keyAccepted.remove()
        else keyAccepted.set(platformKey.isAccepted ? 1 : 0)
      },
    })
  }

  /** The current values in Prometheus' text format. */
  async print(): Promise<{ type: string; text: string }> {
    return { type: this.registry.contentType, text: await this.registry.metrics() }
  }

  /** Records a finished request. */
  count(ctx: Context, milliseconds: number): void {
    const route = ctx.state.route ?? 'none'
    const application = ctx.state.application ?? ''
    const { meter, problem } = ctx.state
    this.#requests.inc({ route, application, status: ctx.status })
    this.#duration.observe({ route }, milliseconds / 1000)
    if (problem) this.#problems.inc({ route, application, problem })
    if (!meter) return
    this.#calls.inc({ application }, meter.calls)
    this.#units.inc({ application }, meter.units)
    this.#waits.inc({ application }, meter.waits)
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }
}

/** Records metrics of each request, and sends its cost in headers: time in the hub, and time and calls at the vendor. */
export function requestMetrics(metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const start = performance.now()
    try {
      await next()
    } finally {
      const totalMs = performance.now() - start
      const { meter } = ctx.state
      if (meter) {
        const vendorMs = Math.min(totalMs, meter.vendorMs)
        ctx.set('Server-Timing', `hub;dur=${(totalMs - vendorMs).toFixed(1)}, vendor;dur=${vendorMs.toFixed(1)}`)
        ctx.set('X-Vendor-Calls', String(meter.calls))
        if (meter.units > 0) ctx.set('X-Vendor-Units', String(meter.units))
      } else {
        ctx.set('Server-Timing', `hub;dur=${totalMs.toFixed(1)}`)
      }
      metrics.count(ctx, totalMs)
    }
  }
}
