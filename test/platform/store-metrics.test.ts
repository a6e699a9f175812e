import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { systemClock } from '../../platform/model/clock.ts'
import { countCertificatesEndingBefore } from '../../platform/storage/connections/certificates.ts'
import { databaseOf, ping } from '../../platform/storage/postgres/database.ts'
import { createPool, usageOf } from '../../platform/storage/postgres/pool.ts'
import { registerCertificateMetrics, registerPoolMetrics } from '../../platform/store-metrics.ts'
import { openTestStore, type TestStore } from './storage/test-store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('connections to the database are reported by what they do', async () => {
  const pool = createPool({ connectionString: store.url }, { maxConnections: 1 })
  const registry = new Registry()
  registerPoolMetrics(registry, () => usageOf(pool))
  await ping(databaseOf(pool))
  expect(await registry.metrics()).toContain('platform_database_connections{state="idle"} 1')
  const client = await pool.connect()
  const waiting = pool.query('select 1')
  const text = await registry.metrics()
  expect(text).toContain('platform_database_connections{state="busy"} 1')
  expect(text).toContain('platform_database_connections{state="waiting"} 1')
  client.release()
  await waiting
  await pool.end()
})

test('certificates that end are counted, and there is no figure when that fails', async () => {
  expect(await countCertificatesEndingBefore(store.db, Date.now())).toBe(0)
  const registry = new Registry()
  let count = async () => 3
  registerCertificateMetrics({ registry, clock: systemClock, countEndingCertificates: () => count() })
  expect(await registry.metrics()).toContain('platform_certificates_ending 3')
  const failing = new Registry()
  count = () => Promise.reject(new Error('no connection'))
  registerCertificateMetrics({ registry: failing, clock: systemClock, countEndingCertificates: () => count() })
  expect(await failing.metrics()).not.toMatch(/^platform_certificates_ending/m)
})
