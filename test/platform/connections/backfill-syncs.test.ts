import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { saveDefinition } from '../../../platform/connections/backfill-syncs.ts'
import { createConnectionDeps, type InitialSyncDeps } from '../../../platform/connections/initial-syncs.ts'
import { completeRegistration, startConnection } from '../../../platform/storage/connections/lifecycle.ts'
import { loadSyncsByConnection } from '../../../platform/storage/connections/lists.ts'
import { listProviders } from '../../../platform/storage/connections/providers.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { onlyDatabase } from '../../../platform/storage/each-bucket.ts'
import { DEFAULT_SYNC_POLICY } from '../../../platform/sync/policy.ts'
import type { ProviderDefinition } from '../../../src/contract/index.ts'
import { APPLICATION, CREDENTIAL, createTenant, DEFINITION, KEYS, NEW_CONNECTION, NOW } from '../storage/fixtures.ts'
import { openTestStore, type TestStore } from '../storage/test-store.ts'

const URL = 'https://provider.example'
const DEPS: InitialSyncDeps = { keys: KEYS, syncPolicy: DEFAULT_SYNC_POLICY, random: () => 0.5 }

let store: TestStore
let tenant: Tenant
beforeAll(async () => {
  store = await openTestStore()
  tenant = await createTenant(store.db, 'ada@acme.example')
})
afterAll(() => store.close())

function definitionWith(sobjects: ProviderDefinition['applications'][number]['sobjects']): ProviderDefinition {
  const application = { ...APPLICATION, sobjects, externalIds: [{ metadataType: 'contact', tagType: 'person' }] }
  return { ...DEFINITION, applications: [application] }
}

async function connect(): Promise<string> {
  const { connectionId } = await startConnection(store.db, tenant.tenantId, NEW_CONNECTION, NOW)
  const deps = createConnectionDeps(DEPS, await listProviders(store.db))
  await completeRegistration(store.db, deps, { connectionId, credential: CREDENTIAL }, NOW)
  return connectionId
}

async function nextRunDates(connectionId: string) {
  const syncs = await loadSyncsByConnection(store.db, tenant.tenantId, [connectionId])
  return Object.fromEntries((syncs.get(connectionId) ?? []).map(({ sync, dateNextRun }) => [sync, dateNextRun]))
}

test('a connection gets the syncs that its application supports, metadata first', async () => {
  await saveDefinition(onlyDatabase(store.db), DEPS, URL, definitionWith({ email: true, table: true }), NOW)
  const spread = DEFAULT_SYNC_POLICY.connectSpreadMs
  expect(await nextRunDates(await connect())).toEqual({
    email: NOW + spread / 2,
    metadata: NOW,
    table: NOW + 1.5 * spread,
    identifier: NOW + spread / 2,
    insight: NOW + spread / 2,
  })
})

test('existing connections get the syncs that a provider newly supports, once', async () => {
  await saveDefinition(onlyDatabase(store.db), DEPS, URL, definitionWith({ email: true }), NOW)
  const connectionId = await connect()
  expect(Object.keys(await nextRunDates(connectionId))).toEqual(['email', 'identifier'])
  for (let repetition = 0; repetition < 2; repetition += 1) {
    await saveDefinition(onlyDatabase(store.db), DEPS, URL, definitionWith({ email: true, calendar: true }), NOW + 1)
    expect(Object.keys(await nextRunDates(connectionId))).toEqual(['calendar', 'email', 'identifier'])
  }
})

test('a provider that cannot be read is marked as unreachable and retains its last definition', async () => {
  await saveDefinition(onlyDatabase(store.db), DEPS, URL, definitionWith({ email: true }), NOW)
  await saveDefinition(onlyDatabase(store.db), DEPS, URL, undefined, NOW + 1)
  const [provider] = await listProviders(store.db)
  expect(provider).toMatchObject({
    provider: 'acme',
    reachable: false,
    definition: { applications: [{ name: 'mail' }] },
  })
})
