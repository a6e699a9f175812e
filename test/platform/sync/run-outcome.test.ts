import { describe, expect, test } from '@jest/globals'
import type { SyncState, Trigger } from '../../../platform/model/sync.ts'
import { platformError } from '../../../platform/provider/problem.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../../platform/sync/engine-options.ts'
import { newSync } from '../../../platform/sync/health.ts'
import { type FinalOutcome, toRunEnd } from '../../../platform/sync/run-outcome.ts'
import { NOW } from './fixtures.ts'

const MINUTE = 60_000
const ERROR = platformError('Broken', 'It broke.', 502)
const CHECKPOINT = { dateStart: 1, dateEnd: 2, cursor: 'c' }
const HEALTHY: SyncState = {
  ...newSync({ now: NOW, policy: DEFAULT_ENGINE_OPTIONS.sync, random: () => 0 }),
  trigger: 'schedule',
}

function end(outcome: FinalOutcome, state: Partial<SyncState> = {}, trigger: Trigger = 'schedule', random = () => 0.5) {
  const context = { sync: 'email' as const, now: NOW, policy: DEFAULT_ENGINE_OPTIONS.sync, random }
  return toRunEnd(
    outcome,
    { state: { ...HEALTHY, ...state }, trigger },
    { checkpoint: CHECKPOINT, warnings: [] },
    context,
  )
}

describe('a successful run', () => {
  test('saves up to when it has read, and removes the checkpoint', () => {
    const { state, next } = end({ kind: 'ok', readUntil: 7, isBehind: false }, { failureCount: 2 })
    expect([state, next.dateReadUntil, next.failureCount, next.checkpoint]).toEqual(['ok', 7, 0, undefined])
    expect(next.dateNextRun).toBe(NOW + 5 * MINUTE)
  })

  test('is followed by the next immediately while it is behind', () => {
    expect(end({ kind: 'ok', readUntil: 7, isBehind: true }).next.dateNextRun).toBe(NOW)
  })
})

describe('a failed run', () => {
  test('is resumed at its checkpoint', () => {
    const { state, error, next } = end({ kind: 'failed', error: ERROR })
    expect([state, error, next.failureCount, next.checkpoint]).toEqual(['failed', ERROR, 1, CHECKPOINT])
  })

  test('is restarted if all items were invalid', () => {
    expect(end({ kind: 'failed', error: ERROR, restart: true }).next.checkpoint).toBeUndefined()
  })

  test('because of a rejected platform key counts, and requires no reconnect', () => {
    const { state, reconnectRequired, next } = end({ kind: 'misconfigured', error: ERROR })
    expect([state, reconnectRequired, next.failureCount]).toEqual(['failed', undefined, 1])
  })
})

describe('a run that could not be attempted', () => {
  test('is deferred, spread over five minutes, and does not count', () => {
    const ends = [0, 0.5, 1].map((random) => {
      const { state, next } = end(
        { kind: 'deferred', retryAfter: MINUTE },
        { failureCount: 4 },
        'schedule',
        () => random,
      )
      return [state, next.failureCount, next.checkpoint, ((next.dateNextRun ?? 0) - NOW) / MINUTE]
    })
    expect(ends).toEqual([
      ['deferred', 4, CHECKPOINT, 1],
      ['deferred', 4, CHECKPOINT, 3.5],
      ['deferred', 4, CHECKPOINT, 6],
    ])
  })

  test('because of a rate limit is deferred, and failed the sixth time', () => {
    const rateLimited = { kind: 'rate-limited', error: ERROR, retryAfter: 20 * MINUTE } as const
    expect(end(rateLimited)).toMatchObject({
      state: 'deferred',
      next: { deferredCount: 1, dateNextRun: NOW + 20 * MINUTE },
    })
    expect(end(rateLimited, { deferredCount: 5 })).toMatchObject({ state: 'failed', next: { failureCount: 1 } })
  })
})

test('expired credentials stop the connection, and do not affect health', () => {
  const { state, reconnectRequired, next } = end(
    { kind: 'expired', error: ERROR, credentialVersion: 7 },
    { failureCount: 4 },
  )
  expect([state, reconnectRequired]).toEqual(['failed', { reason: 'It broke.', credentialVersion: 7 }])
  expect([next.failureCount, next.health, next.checkpoint]).toEqual([4, 'healthy', CHECKPOINT])
})

describe('a manual run', () => {
  const scheduled = { dateNextRun: NOW + 3 * MINUTE, failureCount: 2, trigger: 'retry' as const }

  test.each<FinalOutcome>([
    { kind: 'deferred', retryAfter: MINUTE },
    { kind: 'rate-limited', error: ERROR },
    { kind: 'expired', error: ERROR, credentialVersion: 1 },
  ])('that was $kind leaves the schedule as it was', (outcome) => {
    expect(end(outcome, scheduled, 'manual').next).toEqual({ ...HEALTHY, ...scheduled, checkpoint: CHECKPOINT })
  })

  test('does not count when it fails, and counts when it succeeds', () => {
    expect(end({ kind: 'failed', error: ERROR }, scheduled, 'manual').next).toMatchObject({
      failureCount: 2,
      trigger: 'retry',
    })
    expect(end({ kind: 'ok' }, scheduled, 'manual').next).toMatchObject({ failureCount: 0, trigger: 'schedule' })
  })
})
