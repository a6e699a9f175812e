import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import nock from 'nock'
import { Budget } from '../../../../src/kit/budget.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import type { TeamsEvent } from '../../../../vendors/microsoft/teams/events.ts'
import { assignTranscripts } from '../../../../vendors/microsoft/teams/occurrences.ts'
import { withSecondTry } from '../../../../vendors/microsoft/teams/second-try.ts'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { defineRecordings } from '../../../kit/recordings.ts'
import { problemOf } from '../builders.ts'
import { GRAPH, recording } from '../recordings.ts'
import { syncAll, syncTranscriptions, teamsCall } from './builders.ts'

cutNetwork()

/** Everything of Ann's weekly meeting but its text. */
function serveMeeting(): void {
  defineRecordings(recording('teams/a-meeting-with-everything').slice(0, 3))
}

function serveContent(status: number, body: string | object, headers: Record<string, string> = {}): void {
  nock(GRAPH)
    .get(/\/content$/)
    .reply(status, body, headers)
}

describe('the text of a transcript', () => {
  test('without a word is named in a warning', async () => {
    serveMeeting()
    serveContent(200, 'WEBVTT\n\n', { 'Content-Type': 'text/vtt' })
    const { items, warnings } = await syncAll()
    expect(items).toEqual([])
    expect(warnings).toEqual(['The transcript of “Weekly” (2 November 2026) has no text and was left out.'])
  })

  test.each([
    ['a page of HTML', 200, '<html>Sign in</html>', { 'Content-Type': 'text/html' }],
    ['a redirect', 302, '', { Location: 'https://elsewhere.example/' }],
    ['an outage', 503, '', {}],
  ])('that is %s is an error, and no empty success', async (_, status, body, headers) => {
    serveMeeting()
    serveContent(status, body, headers)
    const problem = await problemOf(syncTranscriptions({}, teamsCall({ budget: impatient() })))
    expect(problem).toMatchObject({ problem: 'vendor-error' })
  })

  test('of an expired connection ends the sync', async () => {
    serveMeeting()
    serveContent(401, '')
    expect(await problemOf(syncTranscriptions())).toMatchObject({ status: 401, problem: 'credentials-expired' })
  })

  test('that is rate limited is the error of the page if there is nothing else, with the time to wait', async () => {
    serveMeeting()
    serveContent(429, { error: { code: 'TooManyRequests', message: 'Slow down' } }, { 'Retry-After': '120' })
    expect(await problemOf(syncTranscriptions())).toMatchObject({ status: 429, options: { retryAfterMs: 120_000 } })
  })
})

describe('the calendar', () => {
  test('that cannot be read is the error of the sync', async () => {
    nock(GRAPH)
      .get(/calendarView/)
      .reply(403, { error: { code: 'ErrorAccessDenied', message: 'No' } })
    expect(await problemOf(syncTranscriptions())).toMatchObject({ status: 403, problem: 'scope-required' })
  })

  test('names an event that has not the documented form', async () => {
    const [view, ...others] = recording('teams/a-meeting-with-everything').slice(0, 4)
    const { value = [] } = (view?.response ?? {}) as { value?: object[] }
    const start = { dateTime: '2026-11-02T09:00:00', timeZone: 'Mars Standard Time' }
    const response = { value: [value[0], { ...value[0], id: 'odd=', start }] }
    defineRecordings([...(view ? [{ ...view, response }] : []), ...others])
    const { items, warnings } = await syncAll()
    expect(items).toHaveLength(1)
    expect(warnings).toContain('The event “Weekly” (2026-11-02) of the calendar could not be read and was left out.')
  })

  test('of many years is read in several views, which end where Teams began', async () => {
    const spans: string[][] = []
    nock(GRAPH)
      .get('/v1.0/me/calendarView')
      .query(({ startDateTime, endDateTime }) => spans.push([String(startDateTime), String(endDateTime)]) > 0)
      .times(9)
      .reply(200, { value: [] })
    const call = teamsCall()
    expect((await syncTranscriptions({ dateStart: -1e15 }, call)).items).toEqual([])
    expect(call.meter.calls).toBe(2)
    expect(spans[0]?.[0]).toBe('2017-01-01T00:00:00.000Z')
  })
})

describe('a meeting', () => {
  test.each([
    ['a subject that is a number', { subject: 7 }],
    ['attendees that are no list', { participants: { attendees: {} } }],
  ])('in another form is named, and does not end the sync: %s', async (_, change) => {
    const [view, found, ...others] = recording('teams/a-meeting-with-everything').slice(0, 3)
    const { value = [] } = (found?.response ?? {}) as { value?: object[] }
    const response = { value: [{ ...value[0], ...change }] }
    defineRecordings([...(view ? [view] : []), ...(found ? [{ ...found, response }] : []), ...others])
    const { items, warnings } = await syncAll()
    expect(items).toEqual([])
    expect(warnings).toEqual(['The meeting “Weekly” (2 November 2026) could not be read and was left out.'])
  })
})

describe('a second try', () => {
  const off = () => {
    const failure = { at: 'api' as const, status: 403, reasons: ['GraphAccessToTranscriptsDisabled'], cause: '' }
    return new VendorError({ class: 'scope-required', retry: false, sentence: 'Off.', next: 'On.' }, failure)
  }
  const failing = (errors: Error[]) => {
    const calls = { count: 0 }
    const send = async () => {
      calls.count += 1
      const error = errors.shift()
      if (error) throw error
      return 'text'
    }
    return { calls, send }
  }

  test('is one, and only for the switch of the organization', async () => {
    const budget = new Budget(60_000)
    const flapping = failing([off()])
    expect(await withSecondTry(budget, flapping.send, 0)).toBe('text')
    const closed = failing([off(), off(), off()])
    await expect(withSecondTry(budget, closed.send, 0)).rejects.toThrow('Off.')
    const other = failing([new Error('other')])
    await expect(withSecondTry(budget, other.send, 0)).rejects.toThrow('other')
    expect([flapping, closed, other].map(({ calls }) => calls.count)).toEqual([2, 2, 1])
  })
})

describe('the event of a transcript', () => {
  const HOUR = 3_600_000
  const events = fc
    .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 20 })
    .map((hours) => hours.sort((a, b) => b - a).map((hour) => anOccurrence(hour)))
  const anOccurrence = (hour: number): TeamsEvent => ({
    id: `event-${hour}`,
    key: 'key',
    joinUrl: 'https://teams.example/1',
    joinKeys: ['key'],
    dateStart: hour * HOUR,
    dateEnd: (hour + 1) * HOUR,
    attendees: [],
  })

  test('is one of the meeting’s for every transcript, and the one during which it was made', () => {
    const starts = fc.array(fc.integer({ min: -10 * HOUR, max: 410 * HOUR }), { maxLength: 20 })
    fc.assert(
      fc.property(events, starts, (occurrences, dateStarts) => {
        const transcripts = dateStarts.map((dateStart, index) => ({ id: `t${index}`, dateStart }))
        const assigned = assignTranscripts(occurrences, transcripts)
        expect(assigned.map(({ transcript }) => transcript.id).sort()).toEqual(transcripts.map(({ id }) => id).sort())
        for (const { event, transcript } of assigned) {
          const during = occurrences.filter(
            ({ dateStart, dateEnd }) => transcript.dateStart > dateStart && transcript.dateStart < dateEnd,
          )
          if (during.length > 0) expect(during).toContain(event)
        }
      }),
      { numRuns: randomRuns(200) },
    )
  })
})
