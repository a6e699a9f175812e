import { FaultInjector } from './faults/injector.ts'
import { Ledger } from './ledger.ts'
import { Clock } from './time/clock.ts'

/** The vendor-neutral state of a mock server, for tests to inspect and to change. */
export interface MockContext {
  readonly clock: Clock
  readonly ledger: Ledger
  readonly faults: FaultInjector
  /** Milliseconds by which every response of an API is delayed. */
  latency: number
}

export interface MockContextOptions {
  clock?: Clock
  latency?: number
}

/**
 * Creates the context of a mock server. Faults may refer to `errorNames`; the ledger records `recordedHeaders` in
 * addition to its default request headers.
 */
export function createMockContext(
  { clock = new Clock(), latency = 0 }: MockContextOptions,
  errorNames: readonly string[],
  recordedHeaders: readonly string[] = [],
): MockContext {
  return { clock, ledger: new Ledger(clock, recordedHeaders), faults: new FaultInjector(errorNames), latency }
}
