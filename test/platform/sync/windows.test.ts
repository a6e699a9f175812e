import { describe, expect, test } from '@jest/globals'
import type { SyncName, SyncState } from '../../../platform/model/sync.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../../platform/sync/engine-options.ts'
import { newSync } from '../../../platform/sync/health.ts'
import { getWindow, isBehind } from '../../../platform/sync/windows.ts'
import { NOW } from './fixtures.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const OPTIONS = DEFAULT_ENGINE_OPTIONS.run.window

function windowAfter(sync: SyncName, state: Partial<SyncState> = {}) {
  const initial = newSync({ now: NOW, policy: DEFAULT_ENGINE_OPTIONS.sync, random: () => 0 })
  return getWindow(sync, { ...initial, ...state }, NOW, OPTIONS)
}

describe.each([
  ['email', 15 * MINUTE],
  ['transcription', DAY],
] as const)('the window of %s', (sync, overlap) => {
  test('initially begins thirty days back', () => {
    expect(windowAfter(sync)).toEqual({ dateStart: NOW - 30 * DAY, dateEnd: NOW })
  })

  test('then overlaps the previous window', () => {
    const dateReadUntil = NOW - 5 * MINUTE
    expect(windowAfter(sync, { dateReadUntil })).toEqual({ dateStart: dateReadUntil - overlap, dateEnd: NOW })
  })

  test('is the first week of a longer gap', () => {
    const dateReadUntil = NOW - 20 * DAY
    const dateStart = dateReadUntil - overlap
    expect(windowAfter(sync, { dateReadUntil })).toEqual({ dateStart, dateEnd: dateStart + 7 * DAY })
  })

  test('begins anew when the previous one ended in the future, because the clock was ahead', () => {
    expect(windowAfter(sync, { dateReadUntil: NOW + DAY })).toEqual({ dateStart: NOW - 30 * DAY, dateEnd: NOW })
    const dateReadUntil = NOW + MINUTE
    expect(windowAfter(sync, { dateReadUntil })).toEqual({ dateStart: dateReadUntil - overlap, dateEnd: NOW })
  })

  test('goes back no further than ninety days', () => {
    expect(windowAfter(sync, { dateReadUntil: NOW - 400 * DAY })).toMatchObject({ dateStart: NOW - 90 * DAY })
  })

  test('is retained while its run has pages left', () => {
    const checkpoint = { dateStart: 1, dateEnd: 2, cursor: 'c' }
    expect(windowAfter(sync, { checkpoint, dateReadUntil: NOW })).toEqual({ dateStart: 1, dateEnd: 2 })
    const { cursor: _, ...firstPage } = checkpoint
    expect(windowAfter(sync, { checkpoint: firstPage, dateReadUntil: NOW })).toMatchObject({ dateEnd: NOW })
  })
})

test('a gap is closed week by week without omissions', () => {
  const windows = []
  let dateReadUntil = NOW - 30 * DAY
  for (let hasGap = true; hasGap; ) {
    const window = windowAfter('email', { dateReadUntil })
    if (!window) throw new Error('mail has no window')
    windows.push(window)
    expect(window.dateStart).toBe(dateReadUntil - 15 * MINUTE)
    dateReadUntil = window.dateEnd
    hasGap = isBehind(window, NOW, OPTIONS)
  }
  expect(windows).toHaveLength(5)
  expect(dateReadUntil).toBe(NOW)
})

test('calendars are always read from thirty days back to ninety ahead', () => {
  const checkpoint = { dateStart: 1, dateEnd: 2 }
  expect(windowAfter('calendar', { checkpoint })).toEqual({ dateStart: NOW - 30 * DAY, dateEnd: NOW + 90 * DAY })
})

test.each(['metadata', 'table', 'identifier', 'insight'] as const)('%s has no window', (sync) => {
  expect(windowAfter(sync)).toBeUndefined()
})
