import type { ProviderDefinition } from '../../src/contract/index.ts'
import type { Counters, Health, RunError, RunState, SyncName, Trigger } from '../model/sync.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { CallName } from './endpoints.ts'
import type { CallOutcome } from './outcome.ts'

/** Identifies the run of an event in logs and metrics. */
export interface RunLabels {
  tenantId: string
  connectionId: string
  sync: SyncName
  runId: string
  provider: string
  application: string
  trigger: Trigger
}

/** Events of the engine. It neither logs nor counts itself: subscribers do. No event contains a credential. */
export type SyncEvent =
  | {
      type: 'run-ended'
      run: RunLabels
      state: Exclude<RunState, 'running'>
      health: { before: Health; after: Health }
      pages: number
      counters: Counters
      tookMs: number
      /** The delay between the due time and the start. Absent for manual runs. */
      lagMs?: number
      error?: RunError
    }
  /** The run released its lease to be resumed later: its budget is used up, or the worker stops. */
  | { type: 'run-yielded'; run: RunLabels; pages: number }
  /** Another worker has claimed the run. */
  | { type: 'run-lost'; run: RunLabels; pages: number }
  /** The store or the engine failed. The run is resumed when its lease expires. */
  | { type: 'run-aborted'; run: RunLabels; cause: unknown }
  | { type: 'refreshed'; provider: string; application: string; connectionId: string; outcome: RefreshResult }
  /** The provider rejects the platform's key. Only an operator can fix this. */
  | { type: 'misconfigured'; providerUrl: string; error: RunError }
  /** Whether the provider accepts the platform's key now, and whether it did before. */
  | { type: 'key-checked'; providerUrl: string; accepted: boolean; wasAccepted: boolean }
  | { type: 'called'; providerUrl: string; call: CallName; outcome: CallOutcome<unknown>['kind']; tookMs: number }
  | { type: 'breaker'; providerUrl: string; state: CircuitBreaker['state'] }
  | { type: 'provider-read'; providerUrl: string; definition: ProviderDefinition }
  | { type: 'provider-unreadable'; providerUrl: string; reason: string }
  /** An operation of the store failed. It will be retried. */
  | { type: 'store-failed'; operation: StoreOperation; cause: unknown }

export type StoreOperation = 'claim' | 'heartbeat' | 'release' | 'save credential' | 'save definition'
export type RefreshResult = 'ok' | 'failed' | 'expired'
export type Emit = (event: SyncEvent) => void

/** Creates one emitter that passes every event to several subscribers. */
export function fanOut(...subscribers: readonly Emit[]): Emit {
  return (event) => {
    for (const subscriber of subscribers) subscriber(event)
  }
}
