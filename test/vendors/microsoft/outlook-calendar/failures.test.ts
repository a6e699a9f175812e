import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Event } from '../../../../src/contract/index.ts'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aCalendar, anEvent, calendarCall, problemOf, syncCalendar } from '../builders.ts'
import { GRAPH, replay, serveCalendars, serveEvents, serveZone, viewOf } from '../recordings.ts'

cutNetwork()

describe('a calendar that cannot be read', () => {
  test('is named in a warning, and the others are delivered', async () => {
    replay('one-calendar-not-found')
    const { items, metadata } = await syncCalendar()
    expect(items.map(({ externalId }) => externalId)).toEqual([ANN])
    expect(metadata?.warnings).toEqual([
      expect.stringMatching(/“Birthdays” \(AAMkAGI2TGv\/AAA=\).*does not exist at Microsoft/),
    ])
  })

  test('is left out completely if it could be read only in part', async () => {
    replay('one-calendar-breaks-off')
    const { items, metadata } = await syncCalendar({}, calendarCall({ budget: impatient() }))
    expect(items.map(({ externalId }) => externalId)).toEqual([ANN])
    expect(metadata?.warnings).toEqual([expect.stringContaining('“Team”')])
  })

  test.each([
    ['the same link', () => 'same'],
    ['a new link to the same events each time', () => String(Math.random())],
  ])('is left out if the link of its list leads to %s', async (_, skip) => {
    serveZone()
    serveCalendars([aCalendar(), aCalendar({ id: 'loop=', name: 'Loop' })])
    serveEvents([anEvent()])
    const call = calendarCall()
    const loop = () => ({ value: [anEvent()], '@odata.nextLink': `${GRAPH}${viewOf('loop=')}?$skiptoken=${skip()}` })
    nock(GRAPH).get(viewOf('loop=')).query(true).times(100).reply(200, loop)
    const { items, metadata } = await syncCalendar({}, call)
    expect(items.map(({ externalId }) => externalId)).toEqual(['calendar-1='])
    expect(metadata?.warnings).toEqual([expect.stringMatching(/“Loop”.*the same list page twice/)])
    expect(call.meter.calls).toBeLessThanOrEqual(5)
  })

  test.each([
    ['not found', 404, 'ErrorItemNotFound', 502],
    ['refused', 403, 'ErrorAccessDenied', 403],
    ['down', 500, 'ErrorInternalServerError', 502],
    ['rate limited', 429, 'ApplicationThrottled', 429],
  ])('is the error itself if every calendar is %s', async (_, status, code, expected) => {
    serveZone()
    serveCalendars([aCalendar(), aCalendar({ id: 'team=' })])
    nock(GRAPH)
      .get(/calendarView/)
      .times(2)
      .reply(status, { error: { code, message: 'No' } })
    const problem = await problemOf(syncCalendar({}, calendarCall({ budget: impatient() })))
    expect(problem).toMatchObject({ status: expected })
  })

  test('ends the whole sync if the token has expired, and no further request is sent', async () => {
    serveZone()
    serveCalendars(Array.from({ length: 40 }, (_, index) => aCalendar({ id: `c${index}=` })))
    const refusals = nock(GRAPH)
      .get(/calendarView/)
      .times(40)
      .reply(401, '')
    const call = calendarCall()
    expect(await problemOf(syncCalendar({}, call))).toMatchObject({ status: 401, problem: 'credentials-expired' })
    expect(call.meter.calls).toBeLessThanOrEqual(2 + 4)
    expect(refusals.isDone()).toBe(false)
  })

  test('is reported as a missing mailbox for an account without one', async () => {
    replay('no-mailbox-for-calendars')
    const call = calendarCall()
    expect(await problemOf(syncCalendar({}, call))).toMatchObject({ status: 403, problem: 'mailbox-unavailable' })
    expect(call.meter.waits).toBe(0)
  })
})

describe('the list of calendars', () => {
  test('that fails is replaced by the default calendar, with a warning', async () => {
    const waiting = replay('the-list-of-calendars-fails')
    const { items, metadata } = await syncCalendar({}, calendarCall({ budget: impatient() }))
    expect(items.map(({ externalId }) => externalId)).toEqual([ANN])
    expect(metadata?.warnings).toEqual([expect.stringContaining('only the default one was read')])
    expect(waiting()).toEqual([])
  })

  test('is the error if the default calendar fails as well', async () => {
    serveZone()
    nock(GRAPH).get('/v1.0/me/calendars').query(true).reply(503, '')
    nock(GRAPH).get('/v1.0/me/calendar').reply(500, '')
    const problem = await problemOf(syncCalendar({}, calendarCall({ budget: impatient() })))
    expect(problem).toMatchObject({ status: 503, problem: 'vendor-error' })
  })

  test('is not replaced if the token has expired', async () => {
    serveZone()
    nock(GRAPH).get('/v1.0/me/calendars').query(true).reply(500, '')
    nock(GRAPH).get('/v1.0/me/calendar').reply(401, '')
    const problem = await problemOf(syncCalendar({}, calendarCall({ budget: impatient() })))
    expect(problem).toMatchObject({ status: 401, problem: 'credentials-expired' })
  })

  test('that fails midway is used as far as it was read, with a warning', async () => {
    serveZone()
    const link = `${GRAPH}/v1.0/me/calendars?%24top=100&%24skip=100`
    const value = [aCalendar()]
    nock(GRAPH).get('/v1.0/me/calendars').query({ $top: 100 }).reply(200, { value, '@odata.nextLink': link })
    nock(GRAPH).get('/v1.0/me/calendars').query(true).reply(500, '')
    serveEvents([anEvent()])
    const { items, metadata } = await syncCalendar({}, calendarCall({ budget: impatient() }))
    expect(items.map(({ externalId }) => externalId)).toEqual(['calendar-1='])
    expect(metadata?.warnings).toEqual([expect.stringContaining('is incomplete')])
  })

  test.each([
    ['another version', `${GRAPH}/beta/me/calendars?$skip=1`],
    ['an address in the middle of the path', `${GRAPH}/v1.0/https://elsewhere.example/v1.0/me`],
    ['no address at all', 'https://['],
  ])('with a link to %s is not followed', async (_, link) => {
    serveZone()
    nock(GRAPH)
      .get('/v1.0/me/calendars')
      .query(true)
      .reply(200, { value: [aCalendar()], '@odata.nextLink': link })
    serveEvents([anEvent()])
    const call = calendarCall()
    const { metadata } = await syncCalendar({}, call)
    expect(metadata?.warnings).toEqual([expect.stringContaining('unexpected address')])
    expect(call.meter.calls).toBe(3)
  })
})

test('an event that does not have the documented form is named once, and the others are delivered', async () => {
  const bad = { id: 'bad=', start: { dateTime: 'noon', timeZone: 'UTC' } }
  serve([anEvent({ id: 'good=' }), bad, bad])
  const { items, metadata } = await syncCalendar()
  expect(idsOf(items)).toEqual(['calendar-1=/good='])
  expect(metadata?.warnings).toEqual([expect.stringContaining('(bad=)')])
})

const ANN = 'AAMkAGI2TGuLAAA='

function serve(events: unknown[]): void {
  serveZone()
  serveCalendars([aCalendar()])
  serveEvents(events)
}

function idsOf(items: { events: Event[] }[]): string[] {
  return items.flatMap(({ events }) => events.map(({ externalId }) => externalId))
}
