import { describe, expect, test } from '@jest/globals'
import { randomRuns } from '../../../kit/random-runs.ts'
import { FAULTS } from './faults.ts'
import { REJECTED_EARLY, type Report, simulate } from './simulate.ts'

const SEEDS = Array.from({ length: randomRuns(200) }, (_, index) => index + 1)
/** SIMULATION_SEED runs this one seed only; the report of a failure names it. */
const ONLY_SEED = process.env.SIMULATION_SEED
const BLOCK_SIZE = 20
/** A block takes about ten seconds on an idle machine. */
const BLOCK_TIMEOUT_MS = 600_000
/** Fewer seeds than this may miss some of the events. */
const MIN_SEEDS_FOR_COVERAGE = 100

/** What must occur with some seed, because the simulation would prove nothing about it otherwise. */
const REQUIRED_EVENTS = [
  ...FAULTS,
  'healthy',
  'degraded',
  'failing',
  'paused',
  'ok',
  'failed',
  'deferred',
  'reconnect',
  'connect',
  'schedule',
  'retry',
  'probe',
  'manual',
  'breaker open',
  'breaker half-open',
  'breaker closed',
  'misconfigured',
  'refreshed',
  REJECTED_EARLY,
  'run-lost',
  'run-yielded',
  'run-aborted',
  'store-failed',
  'provider-unreadable',
]

/** Tests the even or the odd seeds. They are in separate files, so that two processes share the work. */
export function testSeeds(remainder: 0 | 1): void {
  const witnessed = new Set<string>()
  const allSeeds = ONLY_SEED === undefined ? SEEDS : [Number(ONLY_SEED)]
  const seeds = allSeeds.filter((seed) => seed % 2 === remainder)
  const blocks = Array.from({ length: Math.ceil(seeds.length / BLOCK_SIZE) }, (_, index) =>
    seeds.slice(index * BLOCK_SIZE, (index + 1) * BLOCK_SIZE),
  )

  describe('thirty days with every fault', () => {
    for (const block of blocks) {
      test(
        `violate no invariant for the seeds from ${block[0]} on`,
        async () => {
          for (const seed of block) {
            const report = await simulate(seed)
            for (const event of report.witnessed) witnessed.add(event)
            expect(describeViolations(seed, report)).toEqual([])
          }
        },
        BLOCK_TIMEOUT_MS,
      )
    }

    const testIfEnough = seeds.length >= MIN_SEEDS_FOR_COVERAGE ? test : test.skip
    testIfEnough('contain every event', () => {
      expect(REQUIRED_EVENTS.filter((event) => !witnessed.has(event))).toEqual([])
    })
  })
}

/** The first violations, after the setting that reproduces them. */
function describeViolations(seed: number, { violations }: Report): string[] {
  return violations.length > 0 ? [`SIMULATION_SEED=${seed}`, ...violations.slice(0, 10)] : []
}
