import type { FaultInjector } from './faults/injector.ts'
import type { Ledger } from './ledger.ts'
import type { Clock } from './time/clock.ts'

/** The vendor-neutral part of one origin: what tests look at and turn. */
export interface MockContext {
  readonly clock: Clock
  readonly ledger: Ledger
  readonly faults: FaultInjector
  /** Milliseconds added to every answer of a route that belongs to an API. */
  latency: number
}
