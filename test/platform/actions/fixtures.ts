import { randomUUID } from 'node:crypto'
import {
  type ActionTimeouts,
  DEFAULT_ACTION_TIMEOUTS,
  InFlightWrites,
} from '../../../platform/actions/in-flight-writes.ts'
import { ProviderActions } from '../../../platform/actions/provider-actions.ts'
import { type RecordWrite, type WrittenRecord, writeThrough } from '../../../platform/actions/records.ts'
import { onlyBucket } from '../../../platform/storage/buckets.ts'
import { createCredentialDecryptor } from '../../../platform/storage/connections/callable.ts'
import { completeRegistration, startConnection } from '../../../platform/storage/connections/lifecycle.ts'
import { saveProvider } from '../../../platform/storage/connections/providers.ts'
import type { Connection } from '../../../platform/storage/connections/rows.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import type { Database } from '../../../platform/storage/postgres/database.ts'
import { createSyncStore } from '../../../platform/storage/runs/sync-store.ts'
import { createEngine } from '../../../platform/sync/engine.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../../platform/sync/engine-options.ts'
import type { Credential } from '../../../src/contract/index.ts'
import { CONNECTION_DEPS, CREDENTIAL, createTenant, KEYS, NEW_CONNECTION, NOW } from '../storage/fixtures.ts'
import type { FakeProvider } from './provider.ts'

export const PLATFORM_KEY = 'platform-key-of-the-tests-0123456789'

/** A tenant with an active connection to a provider on loopback, and the actions that call it. */
export interface ActionsFixture {
  db: Database
  tenant: Tenant
  connection: Connection
  actions: ProviderActions
}

export async function createFixture(db: Database, provider: FakeProvider): Promise<ActionsFixture> {
  await saveProvider(db, provider, NOW)
  const tenant = await createTenant(db, `ada-${randomUUID()}@acme.example`)
  const connection = await connect(db, tenant, provider)
  return { db, tenant, connection, actions: createActions(db, provider) }
}

export async function connect(
  db: Database,
  { tenantId }: Tenant,
  provider: FakeProvider,
  { application = 'crm', credential = CREDENTIAL }: { application?: string; credential?: Credential } = {},
): Promise<Connection> {
  const attempt = { ...NEW_CONNECTION, provider: provider.definition.name, application }
  const { connectionId } = await startConnection(db, tenantId, attempt, NOW)
  const registered = await completeRegistration(db, CONNECTION_DEPS, { connectionId, credential }, NOW)
  if (!registered) throw new Error('the registration was not completed')
  return registered
}

/** Actions of a separate process: it does not share circuit breakers with others. */
export function createActions(
  db: Database,
  provider: FakeProvider,
  timeouts: Partial<ActionTimeouts> = {},
): ProviderActions {
  const store = createSyncStore(onlyBucket(db), { keys: KEYS, onError: fail })
  const { call } = DEFAULT_ENGINE_OPTIONS
  const timeoutMs = { ...call.timeoutMs, upsertTable: 1_000 }
  const { client, credentials } = createEngine({
    store,
    providerUrls: [provider.url],
    platformKey: () => PLATFORM_KEY,
    workerId: randomUUID(),
    emit: () => undefined,
    options: { ...DEFAULT_ENGINE_OPTIONS, call: { ...call, maxRetries: 0, timeoutMs } },
  })
  const deps = {
    db,
    client,
    credentials,
    decryptCredential: createCredentialDecryptor(KEYS, fail),
    platformKey: () => PLATFORM_KEY,
    publicUrl: 'https://platform.example',
    inFlightWrites: new InFlightWrites(fail, { ...DEFAULT_ACTION_TIMEOUTS, ...timeouts }),
    now: Date.now,
  }
  return new ProviderActions(deps)
}

function fail(error: unknown): never {
  throw error
}

/** Writes a record and returns it as the vendor has it. */
export function writeRecord(actions: ProviderActions, write: RecordWrite): Promise<WrittenRecord> {
  return writeThrough(actions, write, async (written) => written)
}
