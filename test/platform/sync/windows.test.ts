import { describe, expect, test } from '@jest/globals'
import type { SyncName, SyncState } from '../../../platform/model/sync.ts'
import { ENGINE_RULES } from '../../../platform/sync/engine-options.ts'
import { newSync } from '../../../platform/sync/health.ts'
import { isBehind, windowOf } from '../../../platform/sync/windows.ts'
import { NOW } from './stage.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const RULES = ENGINE_RULES.run.window

function windowAfter(sync: SyncName, state: Partial<SyncState> = {}) {
  const fresh = newSync({ now: NOW, rules: ENGINE_RULES.sync, random: () => 0 })
  return windowOf(sync, { ...fresh, ...state }, NOW, RULES)
}

describe.each(['email', 'transcription'] as const)('the window of %s', (sync) => {
  test('begins thirty days back at first', () => {
    expect(windowAfter(sync)).toEqual({ dateStart: NOW - 30 * DAY, dateEnd: NOW })
  })

  test('then overlaps what was read by a quarter of an hour', () => {
    const dateReadUntil = NOW - 5 * MINUTE
    expect(windowAfter(sync, { dateReadUntil })).toEqual({ dateStart: NOW - 20 * MINUTE, dateEnd: NOW })
  })

  test('is a week of a longer gap, from its beginning', () => {
    const dateReadUntil = NOW - 20 * DAY
    const dateStart = dateReadUntil - 15 * MINUTE
    expect(windowAfter(sync, { dateReadUntil })).toEqual({ dateStart, dateEnd: dateStart + 7 * DAY })
  })

  test('goes back no further than ninety days', () => {
    expect(windowAfter(sync, { dateReadUntil: NOW - 400 * DAY })).toMatchObject({ dateStart: NOW - 90 * DAY })
  })

  test('stays the same while its run has pages left', () => {
    const checkpoint = { dateStart: 1, dateEnd: 2, cursor: 'c' }
    expect(windowAfter(sync, { checkpoint, dateReadUntil: NOW })).toEqual({ dateStart: 1, dateEnd: 2 })
    const { cursor: _, ...atFirstPage } = checkpoint
    expect(windowAfter(sync, { checkpoint: atFirstPage, dateReadUntil: NOW })).toMatchObject({ dateEnd: NOW })
  })
})

test('a gap is closed week by week, without a hole', () => {
  const windows = []
  let dateReadUntil = NOW - 30 * DAY
  for (let isOpen = true; isOpen; ) {
    const window = windowAfter('email', { dateReadUntil })
    if (!window) throw new Error('mail has a window')
    windows.push(window)
    expect(window.dateStart).toBe(dateReadUntil - 15 * MINUTE)
    dateReadUntil = window.dateEnd
    isOpen = isBehind(window, NOW, RULES)
  }
  expect(windows).toHaveLength(5)
  expect(dateReadUntil).toBe(NOW)
})

test('calendars are read from thirty days back to ninety ahead, whatever was read before', () => {
  const checkpoint = { dateStart: 1, dateEnd: 2 }
  expect(windowAfter('calendar', { checkpoint })).toEqual({ dateStart: NOW - 30 * DAY, dateEnd: NOW + 90 * DAY })
})

test.each(['metadata', 'table', 'identifier', 'insight'] as const)('%s has no window', (sync) => {
  expect(windowAfter(sync)).toBeUndefined()
})
