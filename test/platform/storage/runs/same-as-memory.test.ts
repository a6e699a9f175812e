import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { randomRuns } from '../../../kit/random-runs.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import { type Step, steps } from './steps.ts'
import { Twins } from './twins.ts'

const RUNS = randomRuns(20)

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ allBuckets: true })
})
afterAll(() => store.close())

/** An abandoned run is resumed by another worker, and what the first one writes later is refused. */
const RESUMED: Step[] = [
  { kind: 'claim', worker: 'a', limit: 2 },
  { kind: 'commit', held: 0, mails: [{ id: 1, version: 0 }] },
  { kind: 'wait', ms: 61_000 },
  { kind: 'claim', worker: 'b', limit: 30 },
  { kind: 'commit', held: 0, mails: [{ id: 1, version: 1 }] },
  { kind: 'finish', held: 0, state: 'ok', delayMs: 1_000 },
  { kind: 'heartbeat' },
]

/**
 * The simulation of the engine uses the store in memory. What it proves is true of the database as far as this holds, on a cluster
 * for tenants in buckets on different nodes.
 */
test('claims, leases, fences, pages and credentials are the same as in memory', async () => {
  const property = fc.asyncProperty(fc.array(steps, { size: 'max', minLength: 5, maxLength: 40 }), async (steps) => {
    const twins = await Twins.create(store)
    for (const [index, step] of steps.entries()) {
      const [stored, expected] = await twins.take(step)
      expect({ index, step, result: stored }).toEqual({ index, step, result: expected })
    }
    const [stored, expected] = await twins.finish()
    expect(stored).toEqual(expected)
  })
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true, examples: [[RESUMED]] })
}, 600_000)
