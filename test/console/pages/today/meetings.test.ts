import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  describeRepeats,
  type EventOfDay,
  groupByDay,
  type Meeting,
  toMeetings,
} from '../../../../console/src/pages/today/meetings.ts'
import { defaultPreferences, writePreferences } from '../../../../console/src/text/preferences.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 23, 12)
const SELF = { email: 'Ada@meridian.example', tagId: 'tag-ada' }

beforeAll(() => writePreferences({ timeZone: 'UTC', locale: 'en-GB' }))
afterAll(() => writePreferences(defaultPreferences()))

const tag = (name: string) => ({
  _id: `tag-${name}`,
  alias: name,
  tagType: 'person' as const,
  tagSubType: null,
  email: `${name}@x.example`,
  emailDomain: null,
  avatar: null,
  favicon: null,
})
const person = (name: string) => ({ email: `${name}@x.example`, friendlyName: name, tag: tag(name) })
const attendee = (name: string, responseStatus: 'accepted' | 'declined' = 'accepted') => ({
  ...person(name),
  responseStatus,
})
const ME = { email: 'ada@meridian.example', friendlyName: null, tag: null, responseStatus: 'accepted' as const }

let count = 0
function event(members: Partial<EventOfDay> = {}): EventOfDay {
  count += 1
  const start = members.dateStart ?? NOW + HOUR
  return {
    _id: `event-${count}`,
    title: `Event ${count}`,
    dateStart: start,
    dateEnd: start + HOUR,
    allDay: false,
    timeZone: null,
    location: null,
    conferenceUrl: null,
    iCalUid: null,
    recurringExternalId: null,
    visibility: null,
    calendar: { name: 'Calendar' },
    eventStatus: 'confirmed',
    organizedBy: null,
    attendees: [ME, attendee('bo')],
    ...members,
  }
}

const titles = (events: EventOfDay[]) => toMeetings(events, SELF, NOW).map(({ title }) => title)

describe('meetings', () => {
  test('are those that have not ended, the earliest first', () => {
    const over = event({ dateStart: NOW - 2 * HOUR, dateEnd: NOW })
    const [running, later, sooner] = [
      event({ dateStart: NOW - HOUR / 2, dateEnd: NOW + HOUR / 2 }),
      event({ dateStart: NOW + 5 * HOUR }),
      event({ dateStart: NOW + HOUR }),
    ]
    const found = toMeetings([over, later, running, sooner], SELF, NOW)
    expect(found.map(({ id, state }) => [id, state])).toEqual([
      [running._id, 'now'],
      [sooner._id, 'next'],
      [later._id, 'later'],
    ])
  })

  test('an all-day event is neither now nor next', () => {
    const holiday = event({ dateStart: NOW - 12 * HOUR, dateEnd: NOW + 12 * HOUR, allDay: true })
    const tomorrow = event({ dateStart: NOW + DAY, allDay: true })
    expect(toMeetings([holiday, tomorrow], SELF, NOW).map(({ state }) => state)).toEqual(['later', 'later'])
  })

  test.each([
    ['Pacific/Auckland', '+13:00'],
    ['America/Los_Angeles', '-08:00'],
  ])('of whole days in %s are at the same days here, until their end', (timeZone, offset) => {
    const midnight = (day: number) => Date.parse(`2026-11-${day}T00:00:00${offset}`)
    const days = (first: number, end: number) => {
      return event({ dateStart: midnight(first), dateEnd: midnight(end), allDay: true, timeZone })
    }
    const events = [days(22, 23), days(22, 24), days(23, 24), days(24, 25)]
    const found = groupByDay(toMeetings(events, SELF, NOW), { listed: 9, today: 9 }, NOW)
    expect(found.map(({ day, meetings }) => [day, meetings.length])).toEqual([
      ['Today', 2],
      ['Tomorrow', 1],
    ])
  })

  test('are without cancelled and declined ones, and without a start', () => {
    const declined = event({ attendees: [{ ...ME, responseStatus: 'declined' }, attendee('bo')] })
    expect(titles([event({ eventStatus: 'cancelled' }), declined, event({ dateStart: null })].slice(0, 2))).toEqual([])
    expect(toMeetings([{ ...event(), dateStart: null }], SELF, NOW)).toEqual([])
  })

  test('another person who declined does not matter', () => {
    expect(titles([event({ attendees: [ME, attendee('bo', 'declined')] })])).toHaveLength(1)
  })

  test.each([
    ['a private time in a colleague’s calendar', { visibility: 'private' }, 0],
    ['what a colleague plans alone', { organizedBy: person('bo'), calendar: { name: 'bo@x.example' } }, 0],
    ['an invitation without a list of guests', { organizedBy: person('bo') }, 1],
    ['one’s own appointment', { organizedBy: { ...ME }, visibility: 'private' }, 1],
    ['an appointment without an organizer', {}, 1],
  ])('%s, %j: %i', (_, members, expected) => {
    expect(titles([event({ attendees: [], ...members })])).toHaveLength(expected)
  })

  test('the same meeting in two calendars is one, and the same series is told once', () => {
    const copies = { iCalUid: 'uid-1', dateStart: NOW + HOUR }
    expect(titles([event(copies), event(copies)])).toHaveLength(1)
    const series = [1, 2, 3, 4].map((day) => event({ dateStart: NOW + day * DAY, recurringExternalId: 'series' }))
    const [first, ...others] = toMeetings(series, SELF, NOW)
    expect(others).toEqual([])
    expect(describeRepeats(first as Meeting, NOW)).toBe('also Wed 25 Nov, Thu 26 Nov and 1 more time')
    expect(describeRepeats({ ...(first as Meeting), repeats: [NOW + DAY] }, NOW)).toBe('also tomorrow')
    expect(describeRepeats({ ...(first as Meeting), repeats: [NOW + DAY, NOW + 2 * DAY] }, NOW)).toBe(
      'also tomorrow and Wed 25 Nov',
    )
    expect(describeRepeats({ ...(first as Meeting), repeats: [] }, NOW)).toBeUndefined()
  })

  test('name everybody else once, those with a page first', () => {
    const guest = { email: 'who@y.example', friendlyName: null, tag: null, responseStatus: null }
    const [meeting] = toMeetings(
      [event({ organizedBy: person('bo'), attendees: [guest, ME, attendee('bo'), attendee('cy')] })],
      SELF,
      NOW,
    )
    expect(meeting?.people.map(({ email }) => email)).toEqual(['bo@x.example', 'cy@x.example', 'who@y.example'])
  })
})

test('more meetings are listed of today than of later days', () => {
  const events = [0, 1, 2, 3].map((hour) => event({ dateStart: NOW + (hour + 1) * HOUR }))
  const later = [1, 2, 3].map((day) => event({ dateStart: NOW + day * DAY }))
  const days = groupByDay(toMeetings([...events, ...later], SELF, NOW), { listed: 2, today: 9 }, NOW)
  expect(days.map(({ day, meetings }) => [day, meetings.length])).toEqual([['Today', 4]])
  const few = groupByDay(toMeetings(events, SELF, NOW), { listed: 1, today: 3 }, NOW)
  expect(few.map(({ meetings }) => meetings.length)).toEqual([3])
  const more = groupByDay(toMeetings([...events, ...later], SELF, NOW), { listed: 6, today: 9 }, NOW)
  expect(more.map(({ day, meetings }) => [day, meetings.length])).toEqual([
    ['Today', 4],
    ['Tomorrow', 1],
    ['Wed 25 Nov', 1],
  ])
})
