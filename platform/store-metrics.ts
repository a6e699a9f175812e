import { Gauge, type Registry } from 'prom-client'
import type { Clock } from './model/clock.ts'
import type { PoolUsage } from './storage/postgres/pool.ts'
import { cached } from './sync/health-metrics.ts'

/** Registers the connections of this process to the database, by what they do. */
export function registerPoolMetrics(registry: Registry, usage: () => PoolUsage): void {
  new Gauge({
    name: 'platform_database_connections',
    help: 'Connections of this process to the database (busy, idle), and statements that wait for one (waiting)',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(usage())) this.set({ state }, count)
    },
  })
}

export interface CertificateMetricsDeps {
  registry: Registry
  clock: Clock
  countEndingCertificates: () => Promise<number>
}

/** Registers the number of certificates of keys that end soon. While counting fails there is no value. */
export function registerCertificateMetrics({ registry, clock, countEndingCertificates }: CertificateMetricsDeps): void {
  const getCount = cached(countEndingCertificates, clock)
  new Gauge({
    name: 'platform_certificates_ending',
    help: 'Active connections with a key whose certificate ends within 14 days or has ended',
    registers: [registry],
    async collect() {
      const count = await getCount()
      if (count === undefined) this.remove()
      else this.set(count)
    },
  })
}
