import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../sandbox/google/index.ts'
import { BILAL, createGet } from './harness.ts'

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

  test('holds a transcribed meeting with every fifth message', async () => {
    const stop = google.startDrip({ account: BILAL, everyMs: 1_000 })
    jest.advanceTimersByTime(5_500)
    stop()
    jest.useRealTimers()
    const get = createGet(google, BILAL, [SCOPE.meetReadonly, SCOPE.calendarReadonly])
    const [record] = (await get('/v2/conferenceRecords', { filter: 'end_time >= "2026-03-16T08:55:00Z"' })).body
      .conferenceRecords
    const { meetingCode } = (await get(`/v2/${record.space}`)).body
    const { items } = (await get('/calendar/v3/calendars/primary/events')).body
    expect(items.map(({ hangoutLink }: { hangoutLink?: string }) => hangoutLink)).toContain(
      `https://meet.google.com/${meetingCode}`,
    )
    const [transcript] = (await get(`/v2/${record.name}/transcripts`)).body.transcripts
    expect(transcript.state).toBe('FILE_GENERATED')
    expect((await get(`/v2/${transcript.name}/entries`)).body.transcriptEntries.length).toBeGreaterThan(4)
  })
})
