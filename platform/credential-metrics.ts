import { Gauge, type Registry } from 'prom-client'
import type { Clock } from './model/clock.ts'
import type { KeyCount } from './storage/connections/stored-keys.ts'
import { cached } from './sync/health-metrics.ts'

export interface CredentialMetricsDeps {
  registry: Registry
  clock: Clock
  /** The ids of the keys of CREDENTIAL_KEY, in their order. */
  keyIds: readonly string[]
  countCredentials: () => Promise<readonly KeyCount[]>
}

/** Registers the number of stored credentials by the key that encrypts them. While counting fails there are no values. */
export function registerCredentialMetrics({ registry, clock, keyIds, countCredentials }: CredentialMetricsDeps): void {
  const getCounts = cached(countCredentials, clock)
  new Gauge({
    name: 'platform_credentials',
    help: 'Stored credentials by the id of the key that encrypts them, which is the first of CREDENTIAL_KEY, an older one, or missing',
    labelNames: ['key', 'use'],
    registers: [registry],
    async collect() {
      const counts = await getCounts()
      this.reset()
      if (!counts) return
      for (const key of keyIds) this.set({ key, use: useOf(key, keyIds) }, 0)
      for (const { keyId, count } of counts) this.set({ key: keyId, use: useOf(keyId, keyIds) }, count)
    },
  })
}

export function useOf(keyId: string, [first, ...older]: readonly string[]): 'first' | 'older' | 'missing' {
  if (keyId === first) return 'first'
  return older.includes(keyId) ? 'older' : 'missing'
}
