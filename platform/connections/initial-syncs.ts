import type { SyncName } from '../model/sync.ts'
import { supportedSyncs } from '../provider/capabilities.ts'
import type { CredentialKeys } from '../storage/connections/credential-encryption.ts'
import type { ConnectionDeps } from '../storage/connections/lifecycle.ts'
import type { StoredProvider } from '../storage/connections/providers.ts'
import type { InitialSync } from '../storage/connections/sync-control.ts'
import { afterReconnect, newSync } from '../sync/health.ts'
import type { SyncPolicy } from '../sync/policy.ts'
import { type ApplicationQuery, findApplications } from './application-catalog.ts'

/** How long a provider may take to register an account after its user was sent to connect it. */
export const REGISTRATION_MS = 600_000

export interface InitialSyncDeps {
  keys: CredentialKeys
  syncPolicy: SyncPolicy
  /** Returns a number r with 0 ≤ r < 1. */
  random: () => number
}

/** Creates what `storage/connections` needs to start and resume the syncs of connections to these providers. */
export function createConnectionDeps(deps: InitialSyncDeps, providers: readonly StoredProvider[]): ConnectionDeps {
  const { keys, syncPolicy, random } = deps
  return {
    keys,
    initialSyncs: (connection, now) => planInitialSyncs(connection, deps, providers, now),
    toResumedState: (state, _sync, now) => afterReconnect(state, { now, policy: syncPolicy, random }),
  }
}

/** Plans a sync for each capability of the application, and when each runs first. */
export function planInitialSyncs(
  query: ApplicationQuery,
  deps: InitialSyncDeps,
  providers: readonly StoredProvider[],
  now: number,
): InitialSync[] {
  const [available] = findApplications(query, providers)
  const syncs = available ? supportedSyncs(available.application) : []
  return syncs.map((sync) => ({ sync, dateNextRun: firstRunDate(sync, deps, now) }))
}

/** Rows are requested by the fields of their table, so the metadata sync runs first and the table sync later. */
function firstRunDate(sync: SyncName, { syncPolicy, random }: InitialSyncDeps, now: number): number {
  if (sync === 'metadata') return now
  const { dateNextRun = now } = newSync({ now, policy: syncPolicy, random })
  return sync === 'table' ? dateNextRun + syncPolicy.connectSpreadMs : dateNextRun
}
