import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { SYNC_NAMES, type SyncState } from '../../../platform/model/sync.ts'
import {
  afterReconnect,
  afterRun,
  type HealthContext,
  type HealthOutcome,
  newSync,
} from '../../../platform/sync/health.ts'
import { DEFAULT_SYNC_POLICY } from '../../../platform/sync/policy.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { randomRuns } from '../../kit/random-runs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Without jitter: a random number of 0.5 leaves delays as they are. */
const context = (changes: Partial<HealthContext> = {}): HealthContext => ({
  sync: 'email',
  now: 0,
  policy: DEFAULT_SYNC_POLICY,
  random: () => 0.5,
  ...changes,
})

/** The state of a sync after consecutive failed runs, each as soon as it is due. */
function failing(failures: number, state: SyncState = newSync(context())): { state: SyncState; now: number } {
  let current = state
  let now = state.dateNextRun ?? 0
  for (let run = 0; run < failures; run += 1) {
    now = current.dateNextRun ?? Number.NaN
    current = afterRun(current, { kind: 'failed' }, context({ now }))
  }
  return { state: current, now }
}

describe('a sync whose runs fail', () => {
  test.each([
    [1, 'healthy'],
    [2, 'healthy'],
    [3, 'degraded'],
    [7, 'degraded'],
    [8, 'failing'],
    [19, 'failing'],
    [20, 'paused'],
  ])('is, after %i consecutive failures, %s', (failures, health) => {
    expect(failing(failures).state.health).toBe(health)
  })

  test('waits 5, 10, 20, 40, 80 and then 120 minutes', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((failures) => {
      const { state, now } = failing(failures)
      return ((state.dateNextRun ?? 0) - now) / MINUTE
    })
    expect(delays).toEqual([5, 10, 20, 40, 80, 120, 120])
  })

  test('is not paused by twenty failures within a day', () => {
    const fast = { ...DEFAULT_SYNC_POLICY, backoffBaseMs: MINUTE, backoffCapMs: MINUTE }
    let state = newSync(context())
    for (let run = 0; run < 60; run += 1) {
      state = afterRun(state, { kind: 'failed' }, context({ now: run * MINUTE, policy: fast }))
    }
    expect(state.health).toBe('failing')
  })

  test('is probed once a day while it is paused, for two weeks, and then no more', () => {
    let { state, now } = failing(20)
    const probes: number[] = []
    while (state.dateNextRun !== undefined && probes.length < 50) {
      probes.push((state.dateNextRun - now) / DAY)
      now = state.dateNextRun
      expect(state.trigger).toBe('probe')
      state = afterRun(state, { kind: 'failed' }, context({ now }))
    }
    expect(probes).toHaveLength(14)
    for (const gap of probes) expect(gap).toBeCloseTo(1, 5)
  })

  test('recovers level by level, and has its normal cadence immediately', () => {
    let { state, now } = failing(20)
    const levels: string[] = []
    for (let run = 0; run < 3; run += 1) {
      now += HOUR
      state = afterRun(state, { kind: 'ok' }, context({ now }))
      levels.push(state.health)
      expect((state.dateNextRun ?? 0) - now).toBe(5 * MINUTE)
    }
    expect([...levels, state.failureCount, state.datePaused]).toEqual(['failing', 'degraded', 'healthy', 0, undefined])
  })
})

describe('runs that do not count as failures', () => {
  test('a Retry-After is obeyed between the cadence and six hours', () => {
    const dates = [undefined, 1_000, HOUR, DAY].map((retryAfter) => {
      const outcome: HealthOutcome = omitUndefined({ kind: 'rate-limited' as const, retryAfter })
      return afterRun(newSync(context()), outcome, context()).dateNextRun
    })
    expect(dates).toEqual([5 * MINUTE, 5 * MINUTE, HOUR, 6 * HOUR])
  })

  test('the sixth consecutive rate limit counts as a failure', () => {
    let state = newSync(context())
    const counts: number[] = []
    for (let run = 0; run < 6; run += 1) {
      state = afterRun(state, { kind: 'rate-limited' }, context({ now: run }))
      counts.push(state.failureCount)
    }
    expect(counts).toEqual([0, 0, 0, 0, 0, 1])
  })

  test('a deferred run changes the due time only', () => {
    const { state } = failing(5)
    const deferred = afterRun(state, { kind: 'deferred', retryAfter: 30_000 }, context({ now: DAY }))
    expect(deferred).toEqual({ ...state, dateNextRun: DAY + 30_000 })
  })

  test('a manual run that fails does not count, and one that succeeds does', () => {
    const { state } = failing(4)
    const manual: SyncState = { ...state, trigger: 'manual' }
    expect(afterRun(manual, { kind: 'failed' }, context({ now: DAY })).failureCount).toBe(4)
    expect(afterRun(manual, { kind: 'ok' }, context({ now: DAY })).health).toBe('healthy')
  })
})

test('signing in again improves health by one level and schedules a run within half a minute', () => {
  const { state } = failing(8)
  const resumed = afterReconnect(
    { ...state, pausedByUser: true },
    { now: DAY, policy: DEFAULT_SYNC_POLICY, random: () => 0.99 },
  )
  expect([resumed.health, resumed.failureCount, resumed.pausedByUser]).toEqual(['degraded', 0, true])
  expect((resumed.dateNextRun ?? 0) - DAY).toBeLessThanOrEqual(30_000)
})

test('after any outcome the next run is in the future and health changes by one level at most', () => {
  const outcome = fc.oneof(
    fc.constant<HealthOutcome>({ kind: 'ok' }),
    fc.constant<HealthOutcome>({ kind: 'failed' }),
    fc.record({ kind: fc.constant<'rate-limited'>('rate-limited'), retryAfter: fc.nat(2 * DAY) }),
    fc.record({ kind: fc.constant<'deferred'>('deferred'), retryAfter: fc.integer({ min: 1, max: HOUR }) }),
  )
  const levels = ['healthy', 'degraded', 'failing', 'paused']
  fc.assert(
    fc.property(
      fc.array(fc.tuple(outcome, fc.double({ min: 0, max: 0.999, noNaN: true })), { maxLength: 120 }),
      fc.constantFrom(...SYNC_NAMES),
      (runs, sync) => {
        let state = newSync(context({ sync }))
        for (const [result, random] of runs) {
          if (state.dateNextRun === undefined) return
          const now = state.dateNextRun
          const next = afterRun(state, result, context({ sync, now, random: () => random }))
          const step = levels.indexOf(next.health) - levels.indexOf(state.health)
          expect(Math.abs(step)).toBeLessThanOrEqual(1)
          if (next.dateNextRun !== undefined) expect(next.dateNextRun).toBeGreaterThan(now)
          if (result.kind === 'ok') expect([next.failureCount, next.deferredCount]).toEqual([0, 0])
          state = next
        }
      },
    ),
    { numRuns: randomRuns(100) },
  )
})
