import type { SyncName } from '../model/sync.ts'
import { syncsOf } from '../provider/capabilities.ts'
import type { CredentialKeys } from '../storage/connections/credential-encryption.ts'
import type { ConnectionRules } from '../storage/connections/lifecycle.ts'
import type { KnownProvider } from '../storage/connections/providers.ts'
import type { SyncStart } from '../storage/connections/sync-control.ts'
import { afterReconnect, newSync } from '../sync/health.ts'
import type { SyncRules } from '../sync/policy.ts'
import { offersFor, type Wish } from './application-catalog.ts'

/** For how long a provider may hand over the account that someone was sent to connect (ms). */
export const REGISTRATION_MS = 600_000

export interface StartRules {
  keys: CredentialKeys
  syncRules: SyncRules
  /** 0 ≤ r < 1 */
  random: () => number
}

/** How connections become syncs: one for each capability that their application promises. */
export function connectionRules(rules: StartRules, offered: readonly KnownProvider[]): ConnectionRules {
  const { keys, syncRules, random } = rules
  return {
    keys,
    starts: (connection, now) => startsOf(connection, rules, offered, now),
    resumed: (state, _sync, now) => afterReconnect(state, { now, rules: syncRules, random }),
  }
}

/** The syncs of a new connection, and when each first runs. */
export function startsOf(wish: Wish, rules: StartRules, offered: readonly KnownProvider[], now: number): SyncStart[] {
  const [offer] = offersFor(wish, offered)
  const syncs = offer ? syncsOf(offer.application) : []
  return syncs.map((sync) => ({ sync, dateNextRun: firstRun(sync, rules, now) }))
}

/** What a table holds is asked for by its fields, so those come first and the rows when they have had time to. */
function firstRun(sync: SyncName, { syncRules, random }: StartRules, now: number): number {
  if (sync === 'metadata') return now
  const { dateNextRun = now } = newSync({ now, rules: syncRules, random })
  return sync === 'table' ? dateNextRun + syncRules.connectSpread : dateNextRun
}
