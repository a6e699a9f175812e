import type { Context, Middleware } from 'koa'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BodyMemory } from './json-body.ts'

/** What the hub counts of itself, in the form Prometheus reads. One per running app. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = this.#counter('hub_requests_total', 'Requests answered', ['route', 'application', 'status'])
  readonly #problems = this.#counter('hub_problems_total', 'Problems answered', ['route', 'application', 'problem'])
  readonly #calls = this.#counter('hub_vendor_calls_total', 'HTTP requests to a vendor', ['application'])
  readonly #units = this.#counter('hub_vendor_units_total', 'Quota units spent at a vendor', ['application'])
  readonly #waits = this.#counter('hub_vendor_waits_total', 'Waits before a vendor was asked again', ['application'])
  readonly #duration = new Histogram({
    name: 'hub_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 45, 120],
    registers: [this.#registry],
  })

  constructor(memory: BodyMemory) {
    collectDefaultMetrics({ register: this.#registry, prefix: 'hub_' })
    const held: Gauge = new Gauge({
      name: 'hub_body_bytes_in_flight',
      help: 'Bytes of request bodies held now',
      registers: [this.#registry],
      collect: () => held.set(memory.bytes),
    })
  }

  /** The current figures as Prometheus text. */
  async print(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  /** Counts an answered request. */
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
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }
}

/** Makes the cost of an answer visible to its caller: time inside the hub, time and calls at the vendor. */
export function cost(metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const start = performance.now()
    try {
      await next()
    } finally {
      const total = performance.now() - start
      const { meter } = ctx.state
      if (meter) {
        const vendor = Math.min(total, meter.vendorTime)
        ctx.set('Server-Timing', `hub;dur=${(total - vendor).toFixed(1)}, vendor;dur=${vendor.toFixed(1)}`)
        ctx.set('X-Vendor-Calls', String(meter.calls))
        if (meter.units > 0) ctx.set('X-Vendor-Units', String(meter.units))
      } else {
        ctx.set('Server-Timing', `hub;dur=${total.toFixed(1)}`)
      }
      metrics.count(ctx, total)
    }
  }
}
