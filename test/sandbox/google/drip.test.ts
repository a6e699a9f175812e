import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type GoogleSandbox, startGoogle } from '../../../sandbox/google/index.ts'
import { BILAL } from './harness.ts'

let google: GoogleSandbox

beforeEach(async () => {
  google = await startGoogle()
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
})
afterEach(async () => {
  jest.useRealTimers()
  await google.stop()
})

describe('the drip', () => {
  test('delivers messages regularly, and an event with every third, until it is stopped', () => {
    const { mailbox, calendars } = google.account(BILAL)
    const stop = google.startDrip({ account: BILAL, everyMs: 1_000 })
    jest.advanceTimersByTime(3_500)
    expect(mailbox.messages.size).toBe(3)
    expect(calendars[0]?.events.size).toBe(1)
    const [event] = calendars[0]?.events.values() ?? []
    expect(event?.start).toMatchObject({
      timeZone: 'Europe/Paris',
      dateTime: expect.stringMatching(/^2026-03-17T\d\d:00:00$/),
    })
    stop()
    jest.advanceTimersByTime(5_000)
    expect(mailbox.messages.size).toBe(3)
  })
})
