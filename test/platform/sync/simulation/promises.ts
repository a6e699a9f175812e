import { describe, expect, test } from '@jest/globals'
import { FAULTS } from './faults.ts'
import { type Report, simulate } from './world.ts'

/** SIMULATION_SEEDS more or fewer of them, SIMULATION_FIRST to begin with another: both are told when one fails. */
const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 200)
const FIRST = Number(process.env.SIMULATION_FIRST ?? 1)
const BLOCK = 20
const BLOCK_MS = 120_000
/** Fewer seeds than this need not have met with everything. */
const ENOUGH = 100

/** What must have come up somewhere, or the simulation would prove nothing about it. */
const MUST_BE_SEEN = [
  ...FAULTS,
  ...['healthy', 'degraded', 'failing', 'paused', 'ok', 'failed', 'deferred', 'reconnect'],
  ...['connect', 'schedule', 'retry', 'probe', 'manual'],
  ...['breaker open', 'breaker half-open', 'breaker closed', 'misconfigured', 'refreshed'],
  ...['run-lost', 'run-left', 'run-broken', 'store-failed', 'provider-unreadable'],
]

/** What is promised of one half of the seeds: halves are files of their own, so that two processes share the work. */
export function promiseHalf(half: 0 | 1): void {
  const witnessed = new Set<string>()
  const seeds = Array.from({ length: SEEDS }, (_, at) => FIRST + at).filter((seed) => seed % 2 === half)
  const blocks = Array.from({ length: Math.ceil(seeds.length / BLOCK) }, (_, at) =>
    seeds.slice(at * BLOCK, (at + 1) * BLOCK),
  )

  describe('thirty days in which everything goes wrong', () => {
    test.each(blocks.map((block) => [block[0], block]))(
      'end well for the seeds from %i on',
      async (_, block) => {
        for (const seed of block as number[]) {
          const report = await simulate(seed)
          for (const what of report.witnessed) witnessed.add(what)
          expect(findingsOf(seed, report)).toEqual([])
        }
      },
      BLOCK_MS,
    )

    const whenEnough = seeds.length >= ENOUGH ? test : test.skip
    whenEnough('have had everything in them that can go wrong', () => {
      expect(MUST_BE_SEEN.filter((what) => !witnessed.has(what))).toEqual([])
    })
  })
}

/** Enough to see what is wrong, with the words that bring it back. */
function findingsOf(seed: number, { violations }: Report): string[] {
  const again = `SIMULATION_FIRST=${seed} SIMULATION_SEEDS=1`
  return violations.length > 0 ? [again, ...violations.slice(0, 10)] : []
}
