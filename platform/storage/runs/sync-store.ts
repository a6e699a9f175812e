import type { ConnectionKey } from '../../model/sync.ts'
import type { SyncStore } from '../../model/sync-store.ts'
import type { Bucket, Buckets } from '../buckets.ts'
import { createCredentialDecryptor } from '../connections/callable.ts'
import type { CredentialKeys } from '../connections/credential-encryption.ts'
import {
  leaseRefresh,
  recordRefreshFailure,
  requireReconnect,
  saveCheckResult,
  saveCredential,
} from '../connections/refresh.ts'
import { EachBucket } from '../each-bucket.ts'
import { commitPage } from '../ingest/page.ts'
import { BucketClaims } from './bucket-claims.ts'
import { heartbeatEach, releaseEach } from './bucket-leases.ts'
import { claimOne } from './claims.ts'
import type { SyncStoreContext } from './context.ts'
import { finishRun } from './finish.ts'
import { loadIdentifierSlots, loadInsightTags, loadTables } from './sync-inputs.ts'

export interface SyncStoreOptions {
  keys: CredentialKeys
  /** Called when a credential cannot be decrypted, and when a bucket fails although it is not away. */
  onError: (error: Error) => void
  /** The same for all users of the buckets, so that they share what is known of those that are away. */
  each?: EachBucket
}

/** The sync engine's store on PostgreSQL. Each function takes the parameters of the port after the context. */
export function createSyncStore(
  buckets: Buckets,
  { keys, onError, each = new EachBucket(buckets) }: SyncStoreOptions,
): SyncStore {
  const decrypt = createCredentialDecryptor(keys, onError)
  const contextOf = ({ db }: Pick<Bucket, 'db'>): SyncStoreContext => ({ db, keys, decrypt })
  const claims = new BucketClaims({ each, contextOf, onError })
  /** Binds an operation on a connection or a sync to the bucket of its tenant. */
  const bind =
    <Key extends ConnectionKey, Args extends unknown[], Result>(
      operation: (context: SyncStoreContext, key: Key, ...args: Args) => Promise<Result>,
    ) =>
    async (key: Key, ...args: Args) =>
      operation(contextOf({ db: await buckets.of(key.tenantId) }), key, ...args)
  return {
    claim: (...args) => claims.claim(...args),
    claimOne: async (workerId, connection, ...args) =>
      claimOne(contextOf({ db: await buckets.of(connection.tenantId) }), workerId, connection, ...args),
    nextDue: (now) => claims.nextDue(now),
    heartbeat: (...args) => heartbeatEach(each, contextOf, ...args),
    commitPage: bind(commitPage),
    finishRun: bind(finishRun),
    release: (...args) => releaseEach(each, contextOf, ...args),
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
