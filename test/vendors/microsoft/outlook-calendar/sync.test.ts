import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Event } from '../../../../src/contract/index.ts'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { defineRecordings } from '../../../kit/recordings.ts'
import { aCalendar, anEvent, calendarCall, problemOf, syncCalendar, WINDOW } from '../builders.ts'
import { GRAPH, recording, replay, serveCalendars, serveEvents, serveZone, viewOf } from '../recordings.ts'

cutNetwork()

describe('a calendar sync', () => {
  test('delivers each calendar, including shared ones, with the mailbox’s time zone and its events', async () => {
    const waiting = replay('calendars-with-events')
    const { items, metadata, pagination } = await syncCalendar()
    expect(items.map(({ externalId, title, timeZone }) => ({ externalId, title, timeZone }))).toEqual([
      { externalId: ANN, title: 'Calendar', timeZone: 'Europe/Paris' },
      { externalId: TEAM, title: 'Team', timeZone: 'Europe/Paris' },
    ])
    expect(items.map(({ events }) => events.map(({ title }) => title))).toEqual([['Weekly'], ['Fair']])
    expect(metadata).toBeUndefined()
    expect(pagination).toEqual({ hasMore: false, pageSize: 2 })
    expect(waiting()).toEqual([])
  })

  test('maps every member of an event and of an occurrence', async () => {
    replay('calendars-with-events')
    const { items } = await syncCalendar()
    expect(items[0]?.events[0]).toEqual({
      blockType: 'event',
      externalId: `${ANN}/AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0AocwvAAA=`,
      uri: `${OWA}?itemid=AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0AocwvAAA%3D&exvsurl=1&path=/calendar/item`,
      title: 'Weekly',
      dateStart: Date.parse('2026-01-05T09:00:00Z'),
      dateEnd: Date.parse('2026-01-05T09:30:00Z'),
      timeZone: 'Europe/Paris',
      location: 'Room 1',
      description: 'Agenda\n * Numbers & plans',
      organizedBy: { email: 'ann@example.com', friendlyName: 'Ann Example' },
      attendees: [
        { email: 'ann@example.com', friendlyName: 'Ann Example', responseStatus: 'accepted' },
        { email: 'bob@example.org', friendlyName: 'Bob', responseStatus: 'tentative', optional: true },
      ],
      status: 'confirmed',
      conferenceUrl: 'https://teams.microsoft.com/l/meetup-join/19%3ameeting',
      recurringExternalId: `${ANN}/AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0AmasteR=`,
      dateOriginalStart: Date.parse('2026-01-05T09:00:00Z'),
      iCalUid: '040000008200E00074C5B7101A82E00800000000wvAAA',
      busy: true,
      dateUpdated: Date.parse('2026-01-02T03:04:05.678Z'),
    } satisfies Event)
  })

  test('follows empty pages by the path of their links, and delivers a repeated calendar or event once', async () => {
    const waiting = replay('calendars-and-events-in-several-pages')
    // A view of several pages is read a second time, to see whether its pages moved.
    defineRecordings(recording('calendars-and-events-in-several-pages').slice(3, 6))
    const { items } = await syncCalendar()
    expect(items.map(({ externalId }) => externalId)).toEqual([ANN, TEAM])
    expect(items[0]?.events.map(({ title }) => title)).toEqual(['first', 'second'])
    expect(items[1]?.events).toEqual([])
    expect(waiting()).toEqual([])
  })

  test('sends the same preferences with every request and every page', async () => {
    const definitions = recording('calendars-and-events-in-several-pages')
    const prefer = 'IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="text"'
    defineRecordings(definitions.map((definition) => ({ ...definition, reqheaders: { prefer } })))
    await syncCalendar()
    expect(nock.pendingMocks()).toEqual([])
  })

  test('delivers private events with hidden details as busy, and cancelled ones as cancelled', async () => {
    replay('private-and-cancelled-events')
    const { items } = await syncCalendar()
    const shown = items.map(({ events }) =>
      events.map(({ title, visibility, status }) => ({ title, visibility, status })),
    )
    expect(shown).toEqual([
      [{ title: 'Dentist', visibility: 'private', status: 'confirmed' }],
      [
        { title: 'Busy', visibility: 'private', status: 'confirmed' },
        { title: 'Canceled: Lunch', visibility: undefined, status: 'cancelled' },
      ],
    ])
  })

  test('requests no events if the window is empty', async () => {
    defineRecordings(recording('calendars-with-events').slice(0, 2))
    const { items } = await syncCalendar({ dateEnd: WINDOW.dateStart })
    expect(items.map(({ events }) => events)).toEqual([[], []])
  })

  test('drops events that only touch the window, which Graph includes', async () => {
    const before = anEvent({ id: 'before=', start: at('2026-01-04T23:00:00'), end: at('2026-01-05T00:00:00') })
    const into = anEvent({ id: 'into=', start: at('2026-01-04T23:00:00'), end: at('2026-01-05T00:00:01') })
    const last = anEvent({ id: 'last=', start: at('2026-01-11T23:59:59'), end: at('2026-01-12T01:00:00') })
    const after = anEvent({ id: 'after=', start: at('2026-01-12T00:00:00'), end: at('2026-01-12T01:00:00') })
    serve([before, into, last, after])
    const { items } = await syncCalendar()
    expect(idsOf(items)).toEqual(['calendar-1=/into=', 'calendar-1=/last='])
  })

  test('limits each calendar to its earliest events, in any order, with a warning', async () => {
    serve([event('c=', 8), event('a=', 6), event('b=', 7)])
    const { items, metadata } = await syncCalendar({ limit: 2 })
    expect(idsOf(items)).toEqual(['calendar-1=/a=', 'calendar-1=/b='])
    expect(metadata?.warnings).toEqual([expect.stringContaining('more than 2 events')])
  })

  test('has no warning for a limit that is not exceeded', async () => {
    serve([event('a=', 6), event('b=', 7)])
    expect((await syncCalendar({ limit: 2 })).metadata).toBeUndefined()
  })

  test('costs one request for the time zone, one for the list and one for each calendar', async () => {
    replay('calendars-with-events')
    const call = calendarCall()
    await syncCalendar({}, call)
    expect(call.meter.calls).toBe(4)
  })

  test('of more days than a view may have requests several views and merges events that overlap two of them', async () => {
    serveZone()
    serveCalendars([aCalendar()])
    const dateStart = Date.parse('2016-01-01T00:00:00Z')
    const dateEnd = Date.parse('2026-01-01T00:00:00Z')
    const spans: [string, string][] = []
    nock(GRAPH)
      .get(viewOf('calendar-1='))
      .query(({ startDateTime, endDateTime }) => spans.push([String(startDateTime), String(endDateTime)]) > 0)
      .times(3)
      .reply(200, { value: [anEvent({ start: at('2020-01-01T00:00:00'), end: at('2025-12-31T00:00:00') })] })
    const { items } = await syncCalendar({ dateStart, dateEnd })
    expect(idsOf(items)).toEqual(['calendar-1=/event-1='])
    const lastSpans = spans.slice(-3)
    expect(lastSpans.map(([from]) => from).slice(1)).toEqual(lastSpans.map(([, to]) => to).slice(0, -1))
    for (const [from, to] of lastSpans) expect(days(from, to)).toBeLessThanOrEqual(1_825)
  })

  test('of an unbounded window is read within fixed bounds with a warning; a limit ends it as soon as it is reached', async () => {
    const endless = { dateStart: -1e20, dateEnd: 1e20 }
    const counted = async (filter: object) => {
      nock.cleanAll()
      serveZone()
      serveCalendars([aCalendar()])
      let views = 0
      const events = () => {
        views += 1
        const id = `event-${views}=`
        return { value: [anEvent({ id, start: at('2020-01-01T00:00:00'), end: at('2020-01-02T00:00:00') })] }
      }
      nock(GRAPH).get(viewOf('calendar-1=')).query(true).times(6_000).reply(200, events)
      const { metadata } = await syncCalendar({ ...endless, ...filter })
      return { views, warnings: metadata?.warnings?.join() }
    }
    const unlimited = await counted({})
    expect(unlimited.views).toBeLessThan(30)
    expect(unlimited.warnings).toContain('from 1970 to 2099 only')
    expect((await counted({ limit: 1 })).views).toBe(2)
  })

  test('requests a view that times out in halves', async () => {
    serveZone()
    serveCalendars([aCalendar()])
    const tooLong = ({ startDateTime, endDateTime }: Query) => days(String(startDateTime), String(endDateTime)) > 3
    nock(GRAPH).get(viewOf('calendar-1=')).query(tooLong).times(3).reply(504, '<html>Gateway Timeout</html>')
    nock(GRAPH)
      .get(viewOf('calendar-1='))
      .query(true)
      .times(4)
      .reply(200, { value: [anEvent()] })
    const { items, metadata } = await syncCalendar()
    expect(idsOf(items)).toEqual(['calendar-1=/event-1='])
    expect(metadata).toBeUndefined()
    expect(nock.pendingMocks()).toEqual([])
  })

  test('gives up a calendar whose views always time out', async () => {
    serveZone()
    serveCalendars([aCalendar(), aCalendar({ id: 'slow=', name: 'Slow' })])
    serveEvents([anEvent()])
    const call = calendarCall()
    nock(GRAPH).get(viewOf('slow=')).query(true).times(20).reply(504, '')
    const { items, metadata } = await syncCalendar({}, call)
    expect(items.map(({ externalId }) => externalId)).toEqual(['calendar-1='])
    expect(metadata?.warnings).toEqual([expect.stringMatching(/“Slow”.*in time/)])
    expect(call.meter.calls).toBeLessThan(15)
  })
})

describe('the time zone of the mailbox', () => {
  test('that is no text is a broken response of Microsoft', async () => {
    nock(GRAPH).get('/v1.0/me/mailboxSettings/timeZone').reply(200, { value: 5 })
    serveCalendars([])
    expect(await problemOf(syncCalendar())).toMatchObject({ status: 502, problem: 'vendor-error' })
  })

  test.each([
    ['a-zone-that-nobody-knows', '“Customized Time Zone”'],
    ['a-zone-that-may-not-be-read', 'no permission to read the time zone'],
  ])('is UTC, with a warning, if it is %s', async (name, words) => {
    replay(name)
    const { items, metadata } = await syncCalendar()
    expect(items[0]).toMatchObject({ timeZone: 'UTC', events: [{ dateStart: Date.parse('2026-01-06T00:00:00Z') }] })
    expect(metadata?.warnings).toEqual([expect.stringContaining(words)])
  })

  test('is never guessed if Graph fails to return it, as all-day events would shift by hours', async () => {
    nock(GRAPH).get('/v1.0/me/mailboxSettings/timeZone').reply(500, '')
    serveCalendars([])
    const problem = await problemOf(syncCalendar({}, calendarCall({ budget: impatient() })))
    expect(problem).toMatchObject({ status: 502 })
  })
})

const ANN = 'AAMkAGI2TGuLAAA='

const TEAM = 'AAMkAGI2TGulAAA='

const OWA = 'https://outlook.office365.com/owa/'

type Query = Record<string, unknown>

function serve(events: unknown[]): void {
  serveZone()
  serveCalendars([aCalendar()])
  serveEvents(events)
}

function at(dateTime: string) {
  return { dateTime: `${dateTime}.0000000`, timeZone: 'UTC' }
}

function event(id: string, day: number) {
  return anEvent({ id, start: at(`2026-01-0${day}T09:00:00`), end: at(`2026-01-0${day}T10:00:00`) })
}

function days(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

function idsOf(items: { events: Event[] }[]): string[] {
  return items.flatMap(({ events }) => events.map(({ externalId }) => externalId))
}
