import { describe, expect, test } from '@jest/globals'
import type { SyncState, Trigger } from '../../../platform/model/sync.ts'
import { platformError } from '../../../platform/provider/problem.ts'
import { ENGINE_RULES } from '../../../platform/sync/engine-options.ts'
import { newSync } from '../../../platform/sync/health.ts'
import { type FinalOutcome, toRunEnd } from '../../../platform/sync/run-outcome.ts'
import { NOW } from './stage.ts'

const MINUTE = 60_000
const ERROR = platformError('Broken', 'It broke.', 502)
const PLACE = { dateStart: 1, dateEnd: 2, cursor: 'c' }
const HEALTHY: SyncState = { ...newSync({ now: NOW, rules: ENGINE_RULES.sync, random: () => 0 }), trigger: 'schedule' }

function end(outcome: FinalOutcome, state: Partial<SyncState> = {}, trigger: Trigger = 'schedule', random = () => 0.5) {
  const circumstances = { sync: 'email' as const, now: NOW, rules: ENGINE_RULES.sync, random }
  return toRunEnd(
    outcome,
    { state: { ...HEALTHY, ...state }, trigger },
    { checkpoint: PLACE, warnings: [] },
    circumstances,
  )
}

describe('a run that went well', () => {
  test('notes up to when was read, and forgets where it was', () => {
    const { state, next } = end({ kind: 'ok', readUntil: 7, isBehind: false }, { failureCount: 2 })
    expect([state, next.dateReadUntil, next.failureCount, next.checkpoint]).toEqual(['ok', 7, 0, undefined])
    expect(next.dateNextRun).toBe(NOW + 5 * MINUTE)
  })

  test('is followed by the next at once while there is a gap to close', () => {
    expect(end({ kind: 'ok', readUntil: 7, isBehind: true }).next.dateNextRun).toBe(NOW)
  })
})

describe('a run that failed', () => {
  test('goes on where it was left at', () => {
    const { state, error, next } = end({ kind: 'failed', error: ERROR })
    expect([state, error, next.failureCount, next.checkpoint]).toEqual(['failed', ERROR, 1, PLACE])
  })

  test('begins anew if nothing of it could be kept', () => {
    expect(end({ kind: 'failed', error: ERROR, fromTheStart: true }).next.checkpoint).toBeUndefined()
  })

  test('for the refused platform key counts, and asks nobody to sign in', () => {
    const { state, reconnectRequired, next } = end({ kind: 'misconfigured', error: ERROR })
    expect([state, reconnectRequired, next.failureCount]).toEqual(['failed', undefined, 1])
  })
})

describe('a run that could not be tried', () => {
  test('is put off, spread over five minutes, and nothing counts', () => {
    const times = [0, 0.5, 1].map((chance) => {
      const { state, next } = end(
        { kind: 'skipped', retryAfter: MINUTE },
        { failureCount: 4 },
        'schedule',
        () => chance,
      )
      return [state, next.failureCount, next.checkpoint, ((next.dateNextRun ?? 0) - NOW) / MINUTE]
    })
    expect(times).toEqual([
      ['deferred', 4, PLACE, 1],
      ['deferred', 4, PLACE, 3.5],
      ['deferred', 4, PLACE, 6],
    ])
  })

  test('because it was asked to wait is deferred, and the sixth time failed', () => {
    const wait = { kind: 'wait', error: ERROR, retryAfter: 20 * MINUTE } as const
    expect(end(wait)).toMatchObject({ state: 'deferred', next: { deferredCount: 1, dateNextRun: NOW + 20 * MINUTE } })
    expect(end(wait, { deferredCount: 5 })).toMatchObject({ state: 'failed', next: { failureCount: 1 } })
  })
})

test('dead credentials stop the connection, and move no health', () => {
  const { state, reconnectRequired, next } = end(
    { kind: 'expired', error: ERROR, credentialVersion: 7 },
    { failureCount: 4 },
  )
  expect([state, reconnectRequired]).toEqual(['failed', { reason: 'It broke.', credentialVersion: 7 }])
  expect([next.failureCount, next.health, next.checkpoint]).toEqual([4, 'healthy', PLACE])
})

describe('a run that somebody asked for', () => {
  const scheduled = { dateNextRun: NOW + 3 * MINUTE, failureCount: 2, trigger: 'retry' as const }

  test.each<FinalOutcome>([
    { kind: 'skipped', retryAfter: MINUTE },
    { kind: 'wait', error: ERROR },
    { kind: 'expired', error: ERROR, credentialVersion: 1 },
  ])('and that was $kind leaves the schedule alone', (outcome) => {
    expect(end(outcome, scheduled, 'manual').next).toEqual({ ...HEALTHY, ...scheduled, checkpoint: PLACE })
  })

  test('does not count when it fails, and counts when it succeeds', () => {
    expect(end({ kind: 'failed', error: ERROR }, scheduled, 'manual').next).toMatchObject({
      failureCount: 2,
      trigger: 'retry',
    })
    expect(end({ kind: 'ok' }, scheduled, 'manual').next).toMatchObject({ failureCount: 0, trigger: 'schedule' })
  })
})
