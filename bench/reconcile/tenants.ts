import { randomUUID } from 'node:crypto'
import type { Fence } from '../../platform/model/sync.ts'
import type { SyncStore } from '../../platform/model/sync-store.ts'
import { onlyBucket } from '../../platform/storage/buckets.ts'
import { type CredentialKeys, deriveCredentialKey } from '../../platform/storage/connections/credential-encryption.ts'
import { completeRegistration, startConnection } from '../../platform/storage/connections/lifecycle.ts'
import { signIn } from '../../platform/storage/graph/user/sign-in.ts'
import type { Database } from '../../platform/storage/postgres/database.ts'
import type { PlainTenant } from './plain.ts'

export const NOW = 1_800_000_000_000
export const KEYS: CredentialKeys = [deriveCredentialKey('bench')]

/** A tenant with a mailbox, whose sync is running. */
export interface BenchTenant extends PlainTenant {
  fence: Fence
}

export async function createTenant(db: Database, store: SyncStore): Promise<BenchTenant> {
  const email = `${randomUUID()}@acme.example`
  const { tenantId, tagId: ownTagId } = await signIn(onlyBucket(db), { issuer: 'bench', subject: email, email }, NOW)
  const attempt = {
    provider: 'acme',
    application: 'mail',
    label: 'Mail',
    needsConfirmation: false,
    registrationUntil: NOW + 1,
  }
  const { connectionId } = await startConnection(db, tenantId, attempt, NOW)
  const rules = {
    keys: KEYS,
    initialSyncs: () => [{ sync: 'email', dateNextRun: NOW }] as const,
    toResumedState: <State>(state: State) => state,
  }
  await completeRegistration(
    db,
    rules,
    { connectionId, credential: { accessToken: 'token', email, profile: null } },
    NOW,
  )
  const claim = await store.claimOne('bench', { tenantId, connectionId }, 'email', NOW, 600_000)
  if (!claim) throw new Error('The sync could not be claimed')
  // Each message is linked to two people of two organizations.
  return { tenantId, ownTagId, tagIds: Array.from({ length: 4 }, () => randomUUID()), fence: claim.fence }
}
