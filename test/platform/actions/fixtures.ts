import { randomUUID } from 'node:crypto'
import { Outside } from '../../../platform/actions/provider-actions.ts'
import { OUTSIDE_RULES, type OutsideRules } from '../../../platform/actions/in-flight-writes.ts'
import { credentialOpener } from '../../../platform/storage/connections/callable.ts'
import type { Connection } from '../../../platform/storage/connections/rows.ts'
import { register, startConnection } from '../../../platform/storage/connections/lifecycle.ts'
import type { Database } from '../../../platform/storage/postgres/database.ts'
import { rememberProvider } from '../../../platform/storage/connections/providers.ts'
import { createSyncStore } from '../../../platform/storage/runs/sync-store.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { createEngine } from '../../../platform/sync/engine.ts'
import { ENGINE_RULES } from '../../../platform/sync/engine-options.ts'
import type { Credential } from '../../../src/contract/index.ts'
import { ATTEMPT, CREDENTIAL, KEYS, NOW, newTenant, RULES } from '../storage/fixtures.ts'
import type { OutsideProvider } from './provider.ts'

export const PLATFORM_KEY = 'platform-key-of-the-tests-0123456789'

/** Somebody with an active connection to a provider on loopback, and what asks that provider on their behalf. */
export interface OutsideScene {
  db: Database
  tenant: Tenant
  connection: Connection
  outside: Outside
}

export async function setOutsideScene(db: Database, provider: OutsideProvider): Promise<OutsideScene> {
  await rememberProvider(db, provider, NOW)
  const tenant = await newTenant(db, `ada-${randomUUID()}@acme.example`)
  const connection = await connect(db, tenant, provider)
  return { db, tenant, connection, outside: outsideOf(db, provider) }
}

export async function connect(
  db: Database,
  { tenantId }: Tenant,
  provider: OutsideProvider,
  { application = 'crm', credential = CREDENTIAL }: { application?: string; credential?: Credential } = {},
): Promise<Connection> {
  const attempt = { ...ATTEMPT, provider: provider.definition.name, application }
  const { connectionId } = await startConnection(db, tenantId, attempt, NOW)
  const registered = await register(db, RULES, { connectionId, credential }, NOW)
  if (!registered) throw new Error('the registration was not taken')
  return registered
}

/** A process of its own: what one knows of a provider that is down, another one does not. */
export function outsideOf(db: Database, provider: OutsideProvider, rules: Partial<OutsideRules> = {}): Outside {
  const store = createSyncStore(db, { keys: KEYS, onFault: fail })
  const retry = { ...ENGINE_RULES.call.retry, most: 0 }
  const timeLimit = { ...ENGINE_RULES.call.timeLimit, upsertTable: 1_000 }
  const engineRules = { ...ENGINE_RULES, call: { ...ENGINE_RULES.call, retry, timeLimit } }
  const settings = { worker: randomUUID(), emit: () => undefined, platformKey: () => PLATFORM_KEY, rules: engineRules }
  const { client, credentials } = createEngine({ store, providerUrls: [provider.url], ...settings })
  const openCredential = credentialOpener(KEYS, fail)
  const parts = {
    db,
    client,
    credentials,
    openCredential,
    platformKey: () => PLATFORM_KEY,
    onFault: fail,
    now: Date.now,
  }
  return new Outside(parts, { ...OUTSIDE_RULES, ...rules })
}

function fail(error: unknown): never {
  throw error
}
