import { expect, test } from '@jest/globals'
import { isIdle, selectArriving, toArrivals } from '../../../../console/src/pages/welcome/arrivals.ts'
import { describeBrings } from '../../../../console/src/pages/welcome/brings.ts'
import { NOW, sampleConnection, sampleRun, sampleSync } from '../connections/samples.ts'

const FIRST = { dateLastSuccess: null, lastRun: null }

test('the first syncs of a connection wait, run, end or fail, with the sums of their runs', () => {
  const error = { type: 'x', title: 'Vendor error', status: 502, detail: 'It is down.' }
  const running = sampleRun({ _id: '2', sync: 'calendar', state: 'running', created: 4, unchanged: 1 })
  const connection = sampleConnection({
    syncs: [
      sampleSync(FIRST),
      sampleSync({ ...FIRST, sync: 'calendar', lastRun: running }),
      sampleSync({ sync: 'table' }),
      sampleSync({ ...FIRST, sync: 'insight', lastError: error, lastRun: sampleRun({ state: 'failed' }) }),
    ],
  })
  const runs = [running, sampleRun({ sync: 'table', created: 3 }), sampleRun({ sync: 'table', created: 2, updated: 1 })]
  expect(toArrivals(connection, runs)).toEqual([
    { sync: 'email', created: 0, read: 0, state: 'waiting' },
    { sync: 'calendar', created: 4, read: 5, state: 'running' },
    { sync: 'table', created: 5, read: 6, state: 'done' },
    { sync: 'insight', created: 0, read: 0, state: 'failed', trouble: 'It is down.' },
  ])
})

test('nothing more is expected when all have ended, whether or not they succeeded', () => {
  const arrival = { sync: 'email', created: 0, read: 0 } as const
  expect(
    isIdle([
      { ...arrival, state: 'done' },
      { ...arrival, state: 'failed' },
    ]),
  ).toBe(true)
  expect(
    isIdle([
      { ...arrival, state: 'done' },
      { ...arrival, state: 'waiting' },
    ]),
  ).toBe(false)
  expect(isIdle([])).toBe(true)
})

test('connections are shown while they are read for the first time, and those that were chosen afterwards, too', () => {
  const list = [
    sampleConnection({ _id: 'old' }),
    sampleConnection({ _id: 'new', syncs: [sampleSync({ ...FIRST, dateNextRun: NOW })] }),
    sampleConnection({ _id: 'chosen' }),
    sampleConnection({ _id: 'gone', status: 'disconnected' }),
  ]
  expect(selectArriving(list, new Set(['chosen', 'gone'])).map(({ _id }) => _id)).toEqual(['new', 'chosen'])
})

test('what an application brings is named', () => {
  const nothing = { calendar: false, email: false, transcription: false, message: false, table: false, function: false }
  expect(describeBrings({ sobjects: { ...nothing, email: true, table: true } })).toEqual(['Mail', 'Records and tables'])
  expect(describeBrings({ sobjects: nothing })).toEqual([])
})
