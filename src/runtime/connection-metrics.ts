import { Counter, Gauge, type Registry } from 'prom-client'
import type { ConnectionCounts } from './connections.ts'

/** Registers the connections of a program's server. */
export function registerConnectionMetrics(
  registry: Registry,
  program: 'hub' | 'platform',
  counts: Readonly<ConnectionCounts>,
): void {
  new Gauge({
    name: `${program}_connections`,
    help: 'Open connections of clients by protocol (http, websocket)',
    labelNames: ['protocol'],
    registers: [registry],
    collect() {
      this.set({ protocol: 'http' }, counts.http)
      this.set({ protocol: 'websocket' }, counts.upgraded)
    },
  })
  new Counter({
    name: `${program}_connections_dropped_total`,
    help: 'Connections of clients that were closed because there were too many: a new one (refused), or an idle or slow one for it (replaced)',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      this.inc({ reason: 'refused' }, counts.refused)
      this.inc({ reason: 'replaced' }, counts.replaced)
    },
  })
}
