import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { saveDefinition } from '../../../platform/connections/backfill-syncs.ts'
import { createConnectionDeps, type InitialSyncDeps } from '../../../platform/connections/initial-syncs.ts'
import { completeRegistration, startConnection } from '../../../platform/storage/connections/lifecycle.ts'
import { loadSyncsByConnection } from '../../../platform/storage/connections/lists.ts'
import { listProviders } from '../../../platform/storage/connections/providers.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { DEFAULT_SYNC_POLICY } from '../../../platform/sync/policy.ts'
import type { ProviderDefinition } from '../../../src/contract/index.ts'
import { NEW_CONNECTION, CREDENTIAL, KEYS, NOW, createTenant } from '../storage/fixtures.ts'
import { openTestStore, type TestStore } from '../storage/test-store.ts'

const URL = 'https://provider.example'
const RULES: InitialSyncDeps = { keys: KEYS, syncPolicy: DEFAULT_SYNC_POLICY, random: () => 0.5 }

let store: TestStore
let tenant: Tenant
beforeAll(async () => {
  store = await openTestStore()
  tenant = await createTenant(store.db, 'ada@acme.example')
})
afterAll(() => store.close())

function offering(sobjects: ProviderDefinition['applications'][number]['sobjects']): ProviderDefinition {
  return {
    ...{ name: 'acme', label: 'Acme', description: '', iconUrl: '/icon.svg' },
    applications: [
      {
        ...{ name: 'mail', label: 'Mail', description: '', authentication: true, sobjects },
        ...{ linkSubscriptions: [], externalIds: [{ metadataType: 'contact', tagType: 'person' }] },
      },
    ],
  }
}

async function newConnection(): Promise<string> {
  const { connectionId } = await startConnection(store.db, tenant.tenantId, NEW_CONNECTION, NOW)
  const rules = createConnectionDeps(RULES, await listProviders(store.db))
  await completeRegistration(store.db, rules, { connectionId, credential: CREDENTIAL }, NOW)
  return connectionId
}

async function syncsNow(connectionId: string) {
  const syncs = await loadSyncsByConnection(store.db, tenant.tenantId, [connectionId])
  return Object.fromEntries((syncs.get(connectionId) ?? []).map(({ sync, dateNextRun }) => [sync, dateNextRun]))
}

test('a connection gets the syncs that are promised, fields before rows', async () => {
  await saveDefinition(store.db, RULES, URL, offering({ email: true, table: true }), NOW)
  const spread = DEFAULT_SYNC_POLICY.connectSpreadMs
  expect(await syncsNow(await newConnection())).toEqual({
    ...{ email: NOW + spread / 2, metadata: NOW, table: NOW + 1.5 * spread },
    ...{ identifier: NOW + spread / 2, insight: NOW + spread / 2 },
  })
})

test('what a provider offers more than before its connections get too, once', async () => {
  await saveDefinition(store.db, RULES, URL, offering({ email: true }), NOW)
  const connectionId = await newConnection()
  expect(Object.keys(await syncsNow(connectionId))).toEqual(['email', 'identifier'])
  for (let time = 0; time < 2; time += 1) {
    await saveDefinition(store.db, RULES, URL, offering({ email: true, calendar: true }), NOW + 1)
    expect(Object.keys(await syncsNow(connectionId))).toEqual(['calendar', 'email', 'identifier'])
  }
})

test('a provider that cannot be read is shown so, with what it offered last', async () => {
  await saveDefinition(store.db, RULES, URL, offering({ email: true }), NOW)
  await saveDefinition(store.db, RULES, URL, undefined, NOW + 1)
  const [known] = await listProviders(store.db)
  expect(known).toMatchObject({ provider: 'acme', reachable: false, definition: { applications: [{ name: 'mail' }] } })
})
