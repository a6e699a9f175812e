import { beforeAll, expect, test } from '@jest/globals'
import { describeOutcome } from '../../../../console/src/pages/connections/outcome-words.ts'
import {
  describeImports,
  describeNextRun,
  describeRun,
  formatCountdown,
  pathOf,
} from '../../../../console/src/pages/connections/sync-words.ts'
import { refreshDelay } from '../../../../console/src/pages/connections/use-refresh.ts'
import { writePreferences } from '../../../../console/src/text/preferences.ts'
import { NOW, sampleRun, sampleSync } from './samples.ts'

beforeAll(() => writePreferences({ timeZone: 'UTC', locale: 'en-GB' }))

test('a run is described by what it read and what came of it', () => {
  const run = sampleRun({ created: 2, updated: 1, unchanged: 1_500, skipped: 3, failedCount: 4 })
  expect(describeRun(run, 'email')).toBe(
    'read 1,510 messages: 2 new, 1 changed, 1,500 unchanged, 3 left out, 4 not valid',
  )
  expect(describeRun(sampleRun({ created: 1 }), 'identifier')).toBe('read 1 match: 1 new')
  expect(describeRun(sampleRun(), 'email')).toBe('nothing to read')
})

test('a run that a person has started is said to have succeeded, failed, or to go on', () => {
  const error = { type: 'x', title: 'Vendor error', status: 502, detail: 'It is down.' }
  expect(describeOutcome(sampleRun())).toBe('Your run succeeded: nothing to read.')
  expect(describeOutcome(sampleRun({ state: 'failed', error }))).toBe('Your run failed. It is down.')
  expect(describeOutcome(sampleRun({ state: 'deferred' }))).toMatch(/^Your run was put off/)
  expect(describeOutcome(sampleRun({ state: 'running' }))).toMatch(/goes on/)
})

test.each([
  [1, '0:01'],
  [59_001, '1:00'],
  [249_000, '4:09'],
  [3_750_000, '1:02:30'],
  [-5, '0:00'],
])('%j ms are counted down as %s', (ms, text) => {
  expect(formatCountdown(ms)).toBe(text)
})

test('the next run is told unless there is none', () => {
  expect(describeNextRun(sampleSync(), true, NOW)).toBe('Next run in 1:00')
  expect(describeNextRun(sampleSync({ dateNextRun: NOW - 1 }), true, NOW)).toMatch(/any moment/)
  expect(describeNextRun(sampleSync({ lastRun: sampleRun({ state: 'running' }) }), true, NOW)).toBe('Running now')
  expect(describeNextRun(sampleSync(), false, NOW)).toBeUndefined()
  expect(describeNextRun(sampleSync({ pausedByUser: true }), true, NOW)).toBeUndefined()
  expect(describeNextRun(sampleSync({ dateNextRun: null }), true, NOW)).toBeUndefined()
})

test('what is imported is named, and found in the search of its application', () => {
  expect(describeImports([{ sync: 'email' }, { sync: 'calendar' }])).toBe('mail and events')
  expect(pathOf('email', 'my mail')).toBe('/search?kind=email&app=my%20mail')
  expect(pathOf('metadata', 'crm')).toBe('/tables')
})

test('syncs are read again soon while one runs or is due, later otherwise, and never if none is planned', () => {
  const running = sampleSync({ lastRun: sampleRun({ state: 'running' }) })
  expect(refreshDelay([sampleSync(), running], NOW)).toBe(2_000)
  expect(refreshDelay([sampleSync({ dateNextRun: NOW - 5_000 })], NOW)).toBe(2_000)
  expect(refreshDelay([sampleSync(), sampleSync({ dateNextRun: NOW + 9_000 })], NOW)).toBe(10_000)
  expect(refreshDelay([sampleSync({ dateNextRun: NOW + 86_400_000 })], NOW)).toBe(300_000)
  expect(refreshDelay([sampleSync({ pausedByUser: true }), sampleSync({ dateNextRun: null })], NOW)).toBeUndefined()
})
