import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { SYNC_NAMES, type SyncState } from '../../../platform/model/sync.ts'
import { afterReconnect, afterRun, type Circumstances, newSync, type Outcome } from '../../../platform/sync/health.ts'
import { SYNC_RULES } from '../../../platform/sync/policy.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Chance that always falls in the middle, so that delays are their plain selves. */
const circumstances = (changes: Partial<Circumstances> = {}): Circumstances => ({
  sync: 'email',
  now: 0,
  rules: SYNC_RULES,
  random: () => 0.5,
  ...changes,
})

/** A sync whose due run fails again and again, each time as soon as it is due. */
function failing(times: number, state: SyncState = newSync(circumstances())): { state: SyncState; now: number } {
  let current = state
  let now = state.dateNextRun ?? 0
  for (let run = 0; run < times; run += 1) {
    now = current.dateNextRun ?? Number.NaN
    current = afterRun(current, { kind: 'failed' }, circumstances({ now }))
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
  ])('is, after %i failures in a row, %s', (times, health) => {
    expect(failing(times).state.health).toBe(health)
  })

  test('waits 5, 10, 20, 40, 80 and then 120 minutes', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((times) => {
      const { state, now } = failing(times)
      return ((state.dateNextRun ?? 0) - now) / MINUTE
    })
    expect(waits).toEqual([5, 10, 20, 40, 80, 120, 120])
  })

  test('is not paused by twenty failures within a day', () => {
    const fast = { ...SYNC_RULES, firstDelay: MINUTE, longestDelay: MINUTE }
    let state = newSync(circumstances())
    for (let run = 0; run < 60; run += 1) {
      state = afterRun(state, { kind: 'failed' }, circumstances({ now: run * MINUTE, rules: fast }))
    }
    expect(state.health).toBe('failing')
  })

  test('is tried once a day while it is paused, for two weeks, and then no more', () => {
    let { state, now } = failing(20)
    const probes: number[] = []
    while (state.dateNextRun !== undefined && probes.length < 50) {
      probes.push((state.dateNextRun - now) / DAY)
      now = state.dateNextRun
      expect(state.trigger).toBe('probe')
      state = afterRun(state, { kind: 'failed' }, circumstances({ now }))
    }
    expect(probes).toHaveLength(14)
    for (const gap of probes) expect(gap).toBeCloseTo(1, 5)
  })

  test('comes back step by step, with its usual cadence at once', () => {
    let { state, now } = failing(20)
    const ladder: string[] = []
    for (let run = 0; run < 3; run += 1) {
      now += HOUR
      state = afterRun(state, { kind: 'ok' }, circumstances({ now }))
      ladder.push(state.health)
      expect((state.dateNextRun ?? 0) - now).toBe(5 * MINUTE)
    }
    expect([...ladder, state.failureCount, state.datePaused]).toEqual(['failing', 'degraded', 'healthy', 0, undefined])
  })
})

describe('runs that are no failures', () => {
  test('a wait is obeyed, never shorter than the cadence, never longer than six hours', () => {
    const waits = [undefined, 1_000, HOUR, DAY].map((retryAfter) => {
      const outcome: Outcome = { kind: 'wait', ...(retryAfter === undefined ? {} : { retryAfter }) }
      return afterRun(newSync(circumstances()), outcome, circumstances()).dateNextRun
    })
    expect(waits).toEqual([5 * MINUTE, 5 * MINUTE, HOUR, 6 * HOUR])
  })

  test('the sixth wait in a row counts as a failure', () => {
    let state = newSync(circumstances())
    const counts: number[] = []
    for (let run = 0; run < 6; run += 1) {
      state = afterRun(state, { kind: 'wait' }, circumstances({ now: run }))
      counts.push(state.failureCount)
    }
    expect(counts).toEqual([0, 0, 0, 0, 0, 1])
  })

  test('a run that could not be tried changes nothing but its time', () => {
    const { state } = failing(5)
    const skipped = afterRun(state, { kind: 'skipped', retryAfter: 30_000 }, circumstances({ now: DAY }))
    expect(skipped).toEqual({ ...state, dateNextRun: DAY + 30_000 })
  })

  test("a person's own run that fails is not counted, and its success counts", () => {
    const { state } = failing(4)
    const manual: SyncState = { ...state, trigger: 'manual' }
    expect(afterRun(manual, { kind: 'failed' }, circumstances({ now: DAY })).failureCount).toBe(4)
    expect(afterRun(manual, { kind: 'ok' }, circumstances({ now: DAY })).health).toBe('healthy')
  })
})

test('signing in again moves health one step back and runs within half a minute', () => {
  const { state } = failing(8)
  const again = afterReconnect({ ...state, pausedByUser: true }, { now: DAY, rules: SYNC_RULES, random: () => 0.99 })
  expect([again.health, again.failureCount, again.pausedByUser]).toEqual(['degraded', 0, true])
  expect((again.dateNextRun ?? 0) - DAY).toBeLessThanOrEqual(30_000)
})

test('whatever happens, the next run lies ahead and health never jumps', () => {
  const outcome = fc.oneof(
    fc.constant<Outcome>({ kind: 'ok' }),
    fc.constant<Outcome>({ kind: 'failed' }),
    fc.record({ kind: fc.constant<'wait'>('wait'), retryAfter: fc.nat(2 * DAY) }),
    fc.record({ kind: fc.constant<'skipped'>('skipped'), retryAfter: fc.integer({ min: 1, max: HOUR }) }),
  )
  const ladder = ['healthy', 'degraded', 'failing', 'paused']
  fc.assert(
    fc.property(
      fc.array(fc.tuple(outcome, fc.double({ min: 0, max: 0.999, noNaN: true })), { maxLength: 120 }),
      fc.constantFrom(...SYNC_NAMES),
      (runs, sync) => {
        let state = newSync(circumstances({ sync }))
        for (const [result, chance] of runs) {
          if (state.dateNextRun === undefined) return
          const now = state.dateNextRun
          const next = afterRun(state, result, circumstances({ sync, now, random: () => chance }))
          const step = ladder.indexOf(next.health) - ladder.indexOf(state.health)
          expect(Math.abs(step)).toBeLessThanOrEqual(1)
          if (next.dateNextRun !== undefined) expect(next.dateNextRun).toBeGreaterThan(now)
          if (result.kind === 'ok') expect([next.failureCount, next.deferredCount]).toEqual([0, 0])
          state = next
        }
      },
    ),
  )
})
