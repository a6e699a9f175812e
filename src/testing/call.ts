import type { Call, Log, Settings } from '../kit/application.ts'
import { Budget } from '../kit/budget.ts'
import { Keys } from '../kit/keys.ts'
import { ProcessMemory } from '../kit/memory/process-memory.ts'
import { Meter } from '../kit/meter.ts'
import { Secret } from '../runtime/secret.ts'

/** A handler's context as the hub creates it, with a budget of one minute and these members. */
export function createCall<S extends Settings>(settings: S, members: Partial<Call<S>> = {}): Call<S> {
  return {
    provider: 'provider-hub',
    application: 'an-application',
    settings,
    baseUrl: 'https://hub.example.com',
    budget: new Budget(60_000),
    meter: new Meter(),
    keys: new Keys(new Secret('the-platform-key')),
    memory: new ProcessMemory(),
    clock: Date.now,
    log: SILENT,
    ...members,
  }
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A budget with time for every request but for no delay, so that a retryable request fails with its first error. */
export function impatient(): Budget {
  const times = [0]
  return new Budget(60_000, () => times.shift() ?? 59_600)
}
