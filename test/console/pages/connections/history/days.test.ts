import { expect, test } from '@jest/globals'
import { type SyncDay, toBuckets, toHistory } from '../../../../../console/src/pages/connections/history/days.ts'
import { toDayKey } from '../../../../../console/src/text/dates.ts'
import { addDays, startOfDay, today } from '../../../../../console/src/text/days.ts'

const last = today()
const starts = [addDays(last, -2), addDays(last, -1), last].map((day) => startOfDay(day))
const [, yesterday = 0, now = 0] = starts

const row = (changes: Partial<SyncDay>): SyncDay => ({
  sync: 'email',
  date: now,
  runs: 1,
  failedRuns: 0,
  deferredRuns: 0,
  warnedRuns: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failedCount: 0,
  ...changes,
})

const ROWS = [
  row({ date: yesterday, created: 2, unchanged: 5, failedRuns: 1 }),
  row({ created: 1 }),
  row({ sync: 'calendar', updated: 3, skipped: 1 }),
]

test('each day has the sums of all syncs, and days without runs are empty', () => {
  expect(toHistory(ROWS, starts, undefined)).toMatchObject([
    { runs: 0, read: 0 },
    { runs: 1, created: 2, read: 7, failedRuns: 1 },
    { key: toDayKey(now), runs: 2, created: 1, updated: 3, skipped: 1, read: 5 },
  ])
})

test('or those of one sync', () => {
  expect(toHistory(ROWS, starts, 'calendar').map(({ runs, read }) => [runs, read])).toEqual([
    [0, 0],
    [0, 0],
    [1, 4],
  ])
})

test('the chart leaves out what did not change, which would hide the rest', () => {
  const [, day] = toBuckets(toHistory(ROWS, starts, undefined))
  expect(day?.values).toEqual({ created: 2, updated: 0, skipped: 0, failedCount: 0 })
})
