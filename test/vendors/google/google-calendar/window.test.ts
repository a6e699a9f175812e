import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import { fetchEvents } from '../../../../vendors/google/google-calendar/events.ts'
import { toCalendarEntry } from '../../../../vendors/google/google-calendar/map.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { anEntry, anEvent, calendarCall } from '../builders.ts'

const ZONES = [
  'UTC',
  'Europe/Paris',
  'Pacific/Auckland',
  'America/Los_Angeles',
  'Pacific/Apia', // UTC+13, and without the 30th of December 2011
  'Pacific/Pago_Pago', // UTC-11
  'America/Sao_Paulo', // until 2018 its clocks changed at midnight, so that some days began at one
  'Asia/Kathmandu',
]
/** Days on which some of these zones change their offset, and one that Apia skipped. */
const DAYS = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-09-27',
  '2026-10-25',
  '2026-11-01',
  '2018-11-04',
  '2011-12-30',
  '2028-02-29',
]
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const zone = fc.constantFrom(...ZONES)
const day = fc
  .tuple(fc.constantFrom(...DAYS), fc.integer({ min: -2, max: 2 }))
  .map(([date, plus]) => addDays(date, plus))

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The first instant at which the local date in the zone is this or a later one, found by searching. */
function midnight(date: string, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  let [low, high] = [Date.parse(`${date}T00:00:00Z`) - 2 * DAY_MS, Date.parse(`${date}T00:00:00Z`) + 2 * DAY_MS]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (clock.format(middle) < date) low = middle
    else high = middle
  }
  return high
}

/** The events that a sync delivers if Google returns these, and the query that Google received. */
async function read(
  items: calendar_v3.Schema$Event[],
  timeZone: string,
  window: { dateStart: number; dateEnd: number },
) {
  const entry = toCalendarEntry(anEntry({ timeZone }))
  if (!entry) throw new Error('no calendar')
  const requests: calendar_v3.Params$Resource$Events$List[] = []
  const list = async (parameters: calendar_v3.Params$Resource$Events$List) => {
    requests.push(parameters)
    return { items }
  }
  const { events } = await fetchEvents(list, entry, window, calendarCall().log)
  return { events, requests }
}

describe('the window', () => {
  test('contains exactly the all-day events that overlap it, in any zone', async () => {
    await fc.assert(
      fc.asyncProperty(
        zone,
        day,
        fc.integer({ min: 1, max: 3 }),
        day,
        edge(),
        edge(),
        async (timeZone, date, days, otherDate, from, to) => {
          const [start, end] = [midnight(date, timeZone), midnight(addDays(date, days), timeZone)]
          const edges = [midnight(otherDate, timeZone) + from, midnight(date, timeZone) + to].sort(
            (first, second) => first - second,
          )
          const window = { dateStart: edges[0] ?? 0, dateEnd: edges[1] ?? 0 }
          fc.pre(window.dateStart < window.dateEnd && start < end)
          const { events } = await read(
            [anEvent({ start: { date }, end: { date: addDays(date, days) } })],
            timeZone,
            window,
          )
          const overlaps = end > window.dateStart && start < window.dateEnd
          expect(events.map(({ dateStart, dateEnd }) => [dateStart, dateEnd])).toEqual(overlaps ? [[start, end]] : [])
        },
      ),
      { numRuns: randomRuns(400) },
    )
  })

  test('contains exactly the timed events that overlap it, in any notation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(20),
        fc.nat(5),
        fc.integer({ min: -12, max: 13 }),
        fc.nat(20),
        fc.nat(20),
        async (startHour, length, offset, from, to) => {
          const base = Date.parse('2026-03-29T00:00:00Z')
          const [start, end] = [base + startHour * HOUR_MS, base + (startHour + length) * HOUR_MS]
          const window = {
            dateStart: base + Math.min(from, to) * HOUR_MS,
            dateEnd: base + Math.max(from, to) * HOUR_MS,
          }
          const event = anEvent({
            start: { dateTime: written(start, offset) },
            end: { dateTime: written(end, offset) },
          })
          const { events } = await read([event], 'Europe/Paris', window)
          const overlaps = window.dateStart < window.dateEnd && end > window.dateStart && start < window.dateEnd
          expect(events).toHaveLength(overlaps ? 1 : 0)
        },
      ),
      { numRuns: randomRuns(400) },
    )
  })

  test('is requested in whole seconds with an offset, and is never narrowed', async () => {
    await fc.assert(
      fc.asyncProperty(instant, instant, async (first, second) => {
        const window = { dateStart: Math.min(first, second), dateEnd: Math.max(first, second) }
        fc.pre(window.dateStart < window.dateEnd)
        const { requests } = await read([], 'UTC', window)
        if (window.dateEnd <= FIRST || window.dateStart >= LAST) return expect(requests).toEqual([])
        const { timeMin = '', timeMax = '' } = requests[0] ?? {}
        expect(timeMin < timeMax).toBe(true)
        for (const time of [timeMin, timeMax]) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        expect(Date.parse(timeMin)).toBeLessThanOrEqual(Math.max(window.dateStart, FIRST))
        expect(Date.parse(timeMax)).toBeGreaterThanOrEqual(Math.min(window.dateEnd, LAST))
      }),
    )
  })

  test('is requested as occurrences ordered by start, with event types of meetings only', async () => {
    const { requests } = await read([], 'UTC', { dateStart: 0, dateEnd: 1_000 })
    expect(requests).toEqual([
      {
        calendarId: 'ann@example.com',
        singleEvents: true,
        orderBy: 'startTime',
        showDeleted: false,
        timeMin: '1970-01-01T00:00:00Z',
        timeMax: '1970-01-01T00:00:01Z',
        maxResults: 2_500,
        eventTypes: ['default', 'outOfOffice', 'fromGmail'],
      },
    ])
  })
})

/** Includes fractions of a millisecond, and instants outside the years of RFC 3339. */
const instant = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }),
  fc.integer({ min: 0, max: 50_000 }).map((n) => n / 10),
  fc.maxSafeInteger(),
)
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T00:00:00Z')

/** The distance of a bound of the window from midnight: none, minimal, or some hours. */
function edge() {
  return fc.constantFrom(-HOUR_MS, -1, 0, 1, HOUR_MS, 5 * HOUR_MS)
}

/** An instant in Google's notation, with an offset of this many hours. */
function written(instant: number, offset: number): string {
  const local = new Date(instant + offset * HOUR_MS).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`
}
