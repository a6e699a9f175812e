import type { SyncStore } from '../../model/sync-store.ts'
import { createCredentialDecryptor } from '../connections/callable.ts'
import type { CredentialKeys } from '../connections/credential-encryption.ts'
import {
  leaseRefresh,
  recordRefreshFailure,
  requireReconnect,
  saveCheckResult,
  saveCredential,
} from '../connections/refresh.ts'
import { commitPage } from '../ingest/page.ts'
import type { Database } from '../postgres/database.ts'
import { claim, claimOne, heartbeat, nextDue, release } from './claims.ts'
import type { SyncStoreContext } from './context.ts'
import { finishRun } from './finish.ts'
import { loadIdentifierSlots, loadInsightTags, loadTables } from './sync-inputs.ts'

export interface SyncStoreOptions {
  keys: CredentialKeys
  /** Called when a credential cannot be decrypted. */
  onError: (error: Error) => void
}

/** The sync engine's store on PostgreSQL. Each function takes the parameters of the port after the context. */
export function createSyncStore(db: Database, { keys, onError }: SyncStoreOptions): SyncStore {
  const context: SyncStoreContext = { db, keys, decrypt: createCredentialDecryptor(keys, onError) }
  const bind =
    <Args extends unknown[], Result>(operation: (context: SyncStoreContext, ...args: Args) => Result) =>
    (...args: Args) =>
      operation(context, ...args)
  return {
    claim: bind(claim),
    claimOne: bind(claimOne),
    nextDue: bind(nextDue),
    heartbeat: bind(heartbeat),
    commitPage: bind(commitPage),
    finishRun: bind(finishRun),
    release: bind(release),
    leaseRefresh: bind(leaseRefresh),
    saveCredential: bind(saveCredential),
    recordRefreshFailure: bind(recordRefreshFailure),
    requireReconnect: bind(requireReconnect),
    saveCheckResult: bind(saveCheckResult),
    loadTables: bind(loadTables),
    loadIdentifierSlots: bind(loadIdentifierSlots),
    loadInsightTags: bind(loadInsightTags),
  }
}
