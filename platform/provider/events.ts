import type { ProviderDefinition } from '../../src/contract/index.ts'
import type { Counters, Health, RunError, RunState, SyncName, Trigger } from '../model/sync.ts'
import type { Breaker } from './circuit-breaker.ts'
import type { CallName } from './endpoints.ts'
import type { CallOutcome } from './outcome.ts'

/** Which run an event is about. */
export interface RunName {
  tenantId: string
  connectionId: string
  sync: SyncName
  runId: string
  provider: string
  application: string
  trigger: Trigger
}

/** What the engine tells of itself. It never logs or counts: subscribers do. No event holds a credential. */
export type SyncEvent =
  | {
      type: 'run-ended'
      run: RunName
      state: Exclude<RunState, 'running'>
      health: { before: Health; after: Health }
      pages: number
      counters: Counters
      tookMs: number
      /** How long after its time it began; absent for runs that somebody asked for. */
      lagMs?: number
      error?: RunError
    }
  /** It was given back to go on later: its budget is used up, or the worker stops. */
  | { type: 'run-left'; run: RunName; pages: number }
  /** Another worker has it now. */
  | { type: 'run-lost'; run: RunName; pages: number }
  /** The store failed it, or a fault of ours. Its lease runs out, and it is gone on with. */
  | { type: 'run-broken'; run: RunName; cause: unknown }
  | { type: 'refreshed'; provider: string; application: string; connectionId: string; outcome: RefreshResult }
  /** The platform's key is refused: nothing a user can mend, so the operator must hear of it. */
  | { type: 'misconfigured'; providerUrl: string; error: RunError }
  | { type: 'called'; providerUrl: string; call: CallName; outcome: CallOutcome<unknown>['kind']; tookMs: number }
  | { type: 'breaker'; providerUrl: string; state: Breaker['state'] }
  | { type: 'provider-read'; providerUrl: string; definition: ProviderDefinition }
  | { type: 'provider-unreadable'; providerUrl: string; reason: string }
  /** The store did not do something that is tried again by itself. */
  | {
      type: 'store-failed'
      doing: 'claim' | 'heartbeat' | 'release' | 'save credential' | 'keep definition'
      cause: unknown
    }

export type RefreshResult = 'ok' | 'failed' | 'expired'
export type Emit = (event: SyncEvent) => void

/** One emitter for several subscribers. */
export function tellAll(...subscribers: readonly Emit[]): Emit {
  return (event) => {
    for (const subscriber of subscribers) subscriber(event)
  }
}
