import type { PageCommit, SyncItems } from '../../../platform/model/sync-store.ts'
import { onlyBucket } from '../../../platform/storage/buckets.ts'
import {
  type CredentialKeys,
  deriveCredentialKey,
} from '../../../platform/storage/connections/credential-encryption.ts'
import { completeRegistration, startConnection } from '../../../platform/storage/connections/lifecycle.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { createSyncStore } from '../../../platform/storage/runs/sync-store.ts'
import { CONNECTION_DEPS, CREDENTIAL, LEASE_MS, NEW_CONNECTION, NOW, toCommit } from '../storage/fixtures.ts'
import type { Api } from './api.ts'

/** A tenant's connection to the test provider, into which a test commits pages as the worker does. */
export interface SyncedConnection {
  connectionId: string
  /** Commits a page of a sync. */
  commitPage(page: SyncItems, commit?: Partial<PageCommit>, now?: number): Promise<unknown>
  /** Finds the block with a vendor's id. */
  findBlockId(externalId: string): Promise<string>
}

/** The credential key of the platform that `startApi` starts. */
const KEYS: CredentialKeys = [deriveCredentialKey('credential-key-of-the-tests')]

/** Creates an active connection of the tenant. */
export async function createSyncedConnection(
  { db }: Pick<Api, 'db'>,
  { tenantId, email }: Tenant,
): Promise<SyncedConnection> {
  const { connectionId } = await startConnection(db, tenantId, NEW_CONNECTION, NOW)
  const deps = { ...CONNECTION_DEPS, keys: KEYS }
  await completeRegistration(db, deps, { connectionId, credential: { ...CREDENTIAL, email } }, NOW)
  const fail = (error: Error) => {
    throw error
  }
  const store = createSyncStore(onlyBucket(db), { keys: KEYS, onError: fail })
  const commitPage: SyncedConnection['commitPage'] = async (page, commit = {}, now = NOW) => {
    // By the clock of the platform's own worker, which ends leases that are too far ahead.
    const claim = await store.claimOne('worker', { tenantId, connectionId }, page.sync, Date.now(), LEASE_MS)
    if (!claim) throw new Error(`sync ${page.sync} is already running`)
    const counters = await store.commitPage(claim.fence, toCommit(page, commit), now)
    await store.release([claim.fence], now)
    return counters
  }
  const findBlockId: SyncedConnection['findBlockId'] = async (externalId) => {
    const { block_id } = await db
      .selectFrom('blocks')
      .select('block_id')
      .where('tenant_id', '=', tenantId)
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow()
    return block_id
  }
  return { connectionId, commitPage, findBlockId }
}
