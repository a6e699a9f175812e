import { completeRegistration, startConnection } from '../../../platform/storage/connections/lifecycle.ts'
import { type CredentialKeys, deriveCredentialKey } from '../../../platform/storage/connections/credential-encryption.ts'
import { createSyncStore } from '../../../platform/storage/runs/sync-store.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import type { PageCommit, SyncItems } from '../../../platform/model/sync-store.ts'
import { NEW_CONNECTION, CREDENTIAL, toCommit, LEASE_MS, NOW, CONNECTION_DEPS } from '../storage/fixtures.ts'
import type { Api } from './api.ts'

/** A tenant's connection to the test's provider, whose pages a test keeps as the worker does. */
export interface Synced {
  connectionId: string
  /** Keeps what a sync has brought. */
  keep(page: SyncItems, commit?: Partial<PageCommit>, now?: number): Promise<unknown>
  /** The block of a vendor's id. */
  idOf(externalId: string): Promise<string>
}

/** The key of the platform that `startApi` starts. */
const KEYS: CredentialKeys = [deriveCredentialKey('credential-key-of-the-tests')]

export async function synced({ db }: Pick<Api, 'db'>, { tenantId, email }: Tenant): Promise<Synced> {
  const { connectionId } = await startConnection(db, tenantId, NEW_CONNECTION, NOW)
  const rules = { ...CONNECTION_DEPS, keys: KEYS }
  await completeRegistration(db, rules, { connectionId, credential: { ...CREDENTIAL, email } }, NOW)
  const fail = (error: Error) => {
    throw error
  }
  const store = createSyncStore(db, { keys: KEYS, onFault: fail })
  const keep: Synced['keep'] = async (page, commit = {}, now = NOW) => {
    const claim = await store.claimOne('worker', { tenantId, connectionId }, page.sync, now, LEASE_MS)
    if (!claim) throw new Error(`the sync ${page.sync} is being run`)
    const counters = await store.commitPage(claim.fence, toCommit(page, commit), now)
    await store.release([claim.fence], now)
    return counters
  }
  const idOf: Synced['idOf'] = async (externalId) => {
    const { block_id } = await db
      .selectFrom('blocks')
      .select('block_id')
      .where('tenant_id', '=', tenantId)
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow()
    return block_id
  }
  return { connectionId, keep, idOf }
}
