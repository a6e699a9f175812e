import type { Call, Log, Settings } from '../../src/kit/application.ts'
import { Budget } from '../../src/kit/budget.ts'
import { Keys } from '../../src/kit/keys.ts'
import { Meter } from '../../src/kit/meter.ts'
import { Secret } from '../../src/runtime/secret.ts'

/** A call as the hub would make it, with a minute of time; `parts` is what a test is about. */
export function createCall<S extends Settings>(settings: S, parts: Partial<Call<S>> = {}): Call<S> {
  return {
    provider: 'provider-hub',
    application: 'an-application',
    settings,
    baseUrl: 'https://hub.example.com',
    budget: new Budget(60_000),
    meter: new Meter(),
    keys: new Keys(new Secret('the-platform-key')),
    clock: Date.now,
    log: SILENT,
    ...parts,
  }
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Time for every request, but for no wait between two: what can be repeated fails at its first refusal. */
export function impatient(): Budget {
  const times = [0]
  return new Budget(60_000, () => times.shift() ?? 59_600)
}
