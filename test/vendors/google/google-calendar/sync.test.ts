import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Event } from '../../../../src/contract/index.ts'
import { fetchEvents } from '../../../../vendors/google/google-calendar/events.ts'
import { type CalendarEntry, toCalendarEntry, toEvent } from '../../../../vendors/google/google-calendar/map.ts'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { defineRecordings } from '../../../kit/recordings.ts'
import { anEntry, anEvent, calendarCall, problemOf, syncCalendar, WINDOW } from '../builders.ts'
import { recording, replay } from '../recordings.ts'

cutNetwork()

describe('a calendar sync', () => {
  test('delivers each calendar with its time zone and its events', async () => {
    const waiting = replay('calendars-with-events')
    const { items, metadata, pagination } = await syncCalendar()
    expect(items.map(({ externalId, title, timeZone }) => ({ externalId, title, timeZone }))).toEqual([
      { externalId: 'ann@example.com', title: 'Ann at work', timeZone: 'Europe/Paris' },
      { externalId: HOLIDAYS, title: 'Holidays in France', timeZone: 'Europe/Paris' },
    ])
    expect(items.map(({ events }) => events.map(({ title }) => title))).toEqual([['Weekly'], ['Epiphany']])
    expect(metadata).toBeUndefined()
    expect(pagination).toEqual({ hasMore: false, pageSize: 2 })
    expect(waiting()).toEqual([])
  })

  test('names events whose attendees Google did not list completely', async () => {
    const big = ['All hands', 'Launch', 'Party', 'Gala'].map((summary, index) =>
      anEvent({ id: `big${index}`, summary, attendeesOmitted: true }),
    )
    const { events, warnings } = await fetchEvents(
      async () => ({ items: [...big, anEvent({ id: 'small', summary: 'One to one' })] }),
      toCalendarEntry(anEntry()) as CalendarEntry,
      WINDOW,
      calendarCall().log,
    )
    expect(events).toHaveLength(5)
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Google did not list all attendees of “All hands”, “Launch”, “Party” and 1 others in the calendar/,
      ),
    ])
  })

  test('delivers the address of each calendar’s page', async () => {
    replay('calendars-with-events')
    const { items } = await syncCalendar()
    expect(items[0]?.uri).toBe('https://calendar.google.com/calendar/embed?src=ann%40example.com')
  })

  test('maps every member of an event', async () => {
    replay('calendars-with-events')
    const { items } = await syncCalendar()
    expect(items[0]?.events[0]).toEqual({
      blockType: 'event',
      externalId: 'ann@example.com/6tq1m2_20260105T090000Z',
      uri: 'https://www.google.com/calendar/event?eid=NnRxMW0y',
      title: 'Weekly',
      dateStart: Date.parse('2026-01-05T09:00:00Z'),
      dateEnd: Date.parse('2026-01-05T09:30:00Z'),
      timeZone: 'Europe/Paris',
      location: 'Room 1',
      description: 'Agenda\n * Numbers & plans',
      organizedBy: { email: 'ann@example.com', friendlyName: 'Ann' },
      attendees: [
        { email: 'ann@example.com', responseStatus: 'accepted' },
        { email: 'bob@example.org', friendlyName: 'Bob', responseStatus: 'none', optional: true },
      ],
      status: 'confirmed',
      conferenceUrl: 'https://meet.google.com/abc-defg-hij',
      recurringExternalId: 'ann@example.com/6tq1m2',
      dateOriginalStart: Date.parse('2026-01-05T09:00:00Z'),
      iCalUid: '6tq1m2@google.com',
      busy: true,
      dateUpdated: Date.parse('2026-01-02T03:04:05.678Z'),
    } satisfies Event)
  })

  test('follows empty pages, and delivers a repeated calendar or event once', async () => {
    const waiting = replay('calendars-and-events-in-several-pages')
    const { items } = await syncCalendar()
    expect(items.map(({ externalId }) => externalId)).toEqual(['ann@example.com', 'team@group.calendar.google.com'])
    expect(items[0]?.events.map(({ title }) => title)).toEqual(['first', 'second'])
    expect(items[1]?.events).toEqual([])
    expect(waiting()).toEqual([])
  })

  test('delivers busy times with a neutral title and as private', async () => {
    replay('busy-times-only')
    const { items } = await syncCalendar()
    const shown = items[0]?.events.map(({ title, visibility }) => ({ title, visibility }))
    expect(shown).toEqual([
      { title: 'Busy', visibility: 'private' },
      { title: 'Busy', visibility: 'private' },
    ])
  })

  test('requests no events if the window is empty', async () => {
    defineRecordings(recording('calendars-with-events').slice(0, 1))
    const { items } = await syncCalendar({ dateEnd: WINDOW.dateStart })
    expect(items.map(({ events }) => events)).toEqual([[], []])
  })

  test('limits each calendar to its first events with a warning', async () => {
    serveCalendars([anEntry()])
    serveEvents(
      [anEvent({ id: 'a' }), anEvent({ id: 'b' }), anEvent({ id: 'c' })],
      ({ maxResults }) => maxResults === '3',
    )
    const { items, metadata } = await syncCalendar({ limit: 2 })
    expect(items[0]?.events.map(({ externalId }) => externalId)).toEqual(['ann@example.com/a', 'ann@example.com/b'])
    expect(metadata?.warnings).toEqual([expect.stringContaining('more than 2 events')])
  })

  test('has no warning for a limit that is not exceeded', async () => {
    serveCalendars([anEntry()])
    serveEvents([anEvent({ id: 'a' }), anEvent({ id: 'b' })])
    expect((await syncCalendar({ limit: 2 })).metadata).toBeUndefined()
  })

  test('costs one unit for the list and one for each calendar', async () => {
    replay('calendars-with-events')
    const call = calendarCall()
    await syncCalendar({}, call)
    expect(call.meter).toMatchObject({ calls: 3, units: 3 })
  })
})

describe('a calendar that cannot be read', () => {
  test('is named in a warning, and the others are delivered', async () => {
    replay('one-calendar-not-found')
    const { items, metadata } = await syncCalendar()
    expect(items.map(({ externalId }) => externalId)).toEqual(['ann@example.com'])
    expect(metadata?.warnings).toEqual([
      expect.stringMatching(/“Old team” \(old@group\.calendar\.google\.com\).*does not exist at Google/),
    ])
  })

  test('is left out completely if it could be read only in part', async () => {
    replay('one-calendar-breaks-off')
    const { items, metadata } = await syncCalendar({}, calendarCall({ budget: impatient() }))
    expect(items.map(({ externalId }) => externalId)).toEqual(['ann@example.com'])
    expect(metadata?.warnings).toEqual([expect.stringContaining('“Team”')])
  })

  test('is left out if its list is cyclic', async () => {
    serveCalendars([anEntry(), anEntry({ id: 'loop@example.com', summary: 'Loop' })])
    serveEvents([anEvent()])
    nock(API).get(eventsOf('loop@example.com')).query(true).times(2).reply(200, { items: [], nextPageToken: 'again' })
    const { items, metadata } = await syncCalendar()
    expect(items.map(({ externalId }) => externalId)).toEqual(['ann@example.com'])
    expect(metadata?.warnings).toEqual([expect.stringMatching(/“Loop”.*the same list page twice/)])
  })

  test.each([
    ['not found', 404, 'notFound', 502],
    ['refused', 403, 'forbidden', 403],
    ['down', 500, 'backendError', 502],
    ['rate limited', 429, 'rateLimitExceeded', 429],
  ])('is the error itself if every calendar is %s', async (_, status, reason, expected) => {
    serveCalendars([anEntry(), anEntry({ id: 'team@example.com' })])
    const refusal = { error: { code: status, message: 'No', errors: [{ reason, domain: 'global', message: 'No' }] } }
    nock(API)
      .get(/events/)
      .times(2)
      .reply(status, refusal)
    const problem = await problemOf(syncCalendar({}, calendarCall({ budget: impatient() })))
    expect(problem).toMatchObject({ status: expected })
  })

  test('ends the whole sync if the token has expired, and no further request is sent', async () => {
    serveCalendars(Array.from({ length: 40 }, (_, index) => anEntry({ id: `c${index}@example.com` })))
    const refusals = nock(API)
      .get(/events/)
      .times(40)
      .reply(401, { error: { code: 401, errors: [{ reason: 'authError' }] } })
    const call = calendarCall()
    expect(await problemOf(syncCalendar({}, call))).toMatchObject({ status: 401, problem: 'credentials-expired' })
    expect(call.meter.calls).toBeLessThanOrEqual(1 + 5)
    expect(refusals.isDone()).toBe(false)
  })

  test('is reported as a missing calendar for an account without Google Calendar', async () => {
    replay('no-google-calendar')
    expect(await problemOf(syncCalendar())).toMatchObject({ status: 403, problem: 'mailbox-unavailable' })
  })
})

describe('an event', () => {
  test('that does not have the documented form is named, and the others are delivered', async () => {
    serveCalendars([anEntry()])
    serveEvents([anEvent({ id: 'good' }), { id: 'bad', start: { dateTime: 'noon' } }, null as never])
    const { items, metadata } = await syncCalendar()
    expect(items[0]?.events.map(({ externalId }) => externalId)).toEqual(['ann@example.com/good'])
    expect(metadata?.warnings).toEqual([expect.stringContaining('(bad)'), expect.stringContaining('without an id')])
  })

  test('that was deleted is left out without a warning', async () => {
    serveCalendars([anEntry()])
    serveEvents([{ id: 'stub', status: 'cancelled', recurringEventId: 'series' }])
    const { items, metadata } = await syncCalendar()
    expect(items[0]?.events).toEqual([])
    expect(metadata).toBeUndefined()
  })

  test('that is cancelled but has times is delivered as cancelled', () => {
    expect(mapped({ status: 'cancelled' })).toMatchObject({ status: 'cancelled', title: 'Lunch' })
  })

  test.each([
    ['a private one', { visibility: 'private' }, 'Busy'],
    ['a confidential one', { visibility: 'confidential' }, 'Busy'],
    ['one that nobody named', {}, '(no title)'],
  ])('without a title gets a fallback title: %s', (_, parts, title) => {
    expect(mapped({ summary: undefined as never, ...parts })).toMatchObject({ title })
  })

  test('that is all-day lasts from midnight to midnight in the zone of its calendar', () => {
    const event = mapped({ start: { date: '2026-03-28' }, end: { date: '2026-03-30' } }, { timeZone: 'Europe/Paris' })
    expect(event).toMatchObject({
      allDay: true,
      timeZone: 'Europe/Paris',
      dateStart: Date.parse('2026-03-28T00:00:00+01:00'),
      dateEnd: Date.parse('2026-03-30T00:00:00+02:00'),
    })
  })

  test.each([
    ['has no end', { end: undefined }],
    ['ends before it begins', { end: { dateTime: '2026-01-05T11:00:00+01:00' } }],
    ['has an end that is filled in only for old clients', { endTimeUnspecified: true }],
  ])('has no duration if it %s', (_, parts) => {
    const { dateStart, dateEnd } = mapped(parts as never)
    expect(dateEnd).toBe(dateStart)
  })

  test('that is all-day lasts the whole day even if its end is the same date', () => {
    const { dateStart, dateEnd } = mapped({ start: { date: '2026-01-05' }, end: { date: '2026-01-05' } })
    expect(dateEnd - dateStart).toBe(24 * 3_600_000)
  })

  test('has no attendees that are rooms, calendars, unknown or without an address', () => {
    const event = mapped({
      organizer: { email: 'unknownorganizer@calendar.google.com' },
      attendees: [
        { email: 'c_18@resource.calendar.google.com', responseStatus: 'accepted' },
        { email: 'room@example.com', resource: true },
        { email: 'team@group.calendar.google.com' },
        { displayName: 'Nobody' },
        { email: 'bob@example.org', responseStatus: 'declined' },
      ],
    })
    expect(event.organizedBy).toBeUndefined()
    expect(event.attendees).toEqual([{ email: 'bob@example.org', responseStatus: 'declined' }])
  })

  test('has the video link of the conference if there is no Meet link', () => {
    const entryPoints = [
      { entryPointType: 'phone', uri: 'tel:+33' },
      { entryPointType: 'video', uri: 'https://zoom.example/j/1' },
    ]
    expect(mapped({ conferenceData: { entryPoints } }).conferenceUrl).toBe('https://zoom.example/j/1')
  })

  test('that is transparent is not busy', () => {
    expect(mapped({ transparency: 'transparent' }).busy).toBe(false)
  })

  test.each([
    ['plain text', 'One\nTwo & <three>', 'One\nTwo & <three>'],
    ['HTML without blocks', '<b>One</b>\nTwo &amp; three', 'One\nTwo & three'],
    ['HTML with blocks', '<p>One</p>\n<p>Two</p>', 'One\n\nTwo'],
  ])('has a text description: %s', (_, description, text) => {
    expect(mapped({ description }).description).toBe(text)
  })

  test('has no unknown time zone', () => {
    const start = { dateTime: '2026-01-05T12:00:00+01:00', timeZone: 'Mars/Olympus' }
    expect(mapped({ start }).timeZone).toBeUndefined()
  })
})

test('a calendar in an unknown zone is read in UTC, with a warning', async () => {
  serveCalendars([anEntry({ timeZone: 'Mars/Olympus' })])
  serveEvents([anEvent({ start: { date: '2026-01-05' }, end: { date: '2026-01-06' } })])
  const { items, metadata } = await syncCalendar()
  expect(items[0]).toMatchObject({ timeZone: 'UTC', events: [{ dateStart: Date.parse('2026-01-05T00:00:00Z') }] })
  expect(metadata?.warnings).toEqual([expect.stringContaining('Mars/Olympus')])
})

const HOLIDAYS = 'en.french#holiday@group.v.calendar.google.com'
const API = 'https://www.googleapis.com'

function eventsOf(calendarId: string): string {
  return `/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`
}

function serveCalendars(items: unknown[]): void {
  nock(API).get('/calendar/v3/users/me/calendarList').query(true).reply(200, { items })
}

function serveEvents(items: unknown[], query: (query: Record<string, unknown>) => boolean = () => true): void {
  nock(API).get(eventsOf('ann@example.com')).query(query).reply(200, { items })
}

function mapped(event: Parameters<typeof anEvent>[0], entry: Parameters<typeof anEntry>[0] = {}): Event {
  const calendar = toCalendarEntry(anEntry(entry))
  if (!calendar) throw new Error('no calendar')
  return toEvent(anEvent(event), calendar)
}
