import type { SyncStore } from '../../model/sync-store.ts'
import { createCredentialDecryptor } from '../connections/callable.ts'
import type { CredentialKeys } from '../connections/credential-encryption.ts'
import { checked, leaseRefresh, refreshFailed, requireReconnect, saveCredential } from '../connections/refresh.ts'
import { FREE_MAIL_DOMAINS } from '../free-mail-domains.ts'
import { commitPage } from '../ingest/page.ts'
import type { Database } from '../postgres/database.ts'
import { claimDue, claimOne, heartbeat, nextDue, release } from './claims.ts'
import { finish } from './finish.ts'
import { identifierSlots, insightTags, tablesOf } from './sync-inputs.ts'

export interface SyncStoreOptions {
  keys: CredentialKeys
  /** Told of credentials that do not open. */
  onFault: (error: Error) => void
}

/** The sync engine's store, on PostgreSQL. */
export function createSyncStore(db: Database, { keys, onFault }: SyncStoreOptions): SyncStore {
  const open = createCredentialDecryptor(keys, onFault)
  return {
    claim: (worker, limit, now, leaseMs) => claimDue(db, open, { worker, now, leaseMs }, limit),
    claimOne: (worker, key, sync, now, leaseMs) => claimOne(db, open, { worker, now, leaseMs }, key, sync),
    nextDue: () => nextDue(db),
    heartbeat: (fences, now, leaseMs) => heartbeat(db, fences, now + leaseMs),
    commitPage: (fence, commit, now) => commitPage(db, FREE_MAIL_DOMAINS, fence, commit, now),
    finishRun: (fence, end, now) => finish(db, fence, end, now),
    release: (fences, now) => release(db, fences, now),
    leaseRefresh: (key, worker, now, leaseMs) => leaseRefresh(db, keys, key, worker, now, leaseMs),
    saveCredential: (key, credential, version, now) => saveCredential(db, keys, key, credential, version, now),
    recordRefreshFailure: (key, notBefore, now) => refreshFailed(db, key, notBefore, now),
    requireReconnect: (key, dead, now) => requireReconnect(db, key, dead, now),
    saveCheckResult: (key, check, now) => checked(db, key, check, now),
    loadTables: (key, limit, turn) => tablesOf(db, key, limit, turn),
    loadIdentifierSlots: (key, wanted, limit, now) => identifierSlots(db, key, wanted, limit, now),
    loadInsightTags: (key, wanted, limit, turn) => insightTags(db, key, wanted, limit, turn),
  }
}
