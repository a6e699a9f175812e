import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import { fetchEvents } from '../../../../vendors/google/google-calendar/events.ts'
import { toCalendarEntry } from '../../../../vendors/google/google-calendar/map.ts'
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
/** Days on which some of these clocks change, and one that Apia left out. */
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

/** The first instant that a clock in the zone shows this date or a later one, found by looking at the clock. */
function midnight(date: string, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  let [before, after] = [Date.parse(`${date}T00:00:00Z`) - 2 * DAY_MS, Date.parse(`${date}T00:00:00Z`) + 2 * DAY_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (clock.format(middle) < date) before = middle
    else after = middle
  }
  return after
}

/** The events that a sync delivers when Google gives these, and what Google was asked for. */
async function read(
  items: calendar_v3.Schema$Event[],
  timeZone: string,
  window: { dateStart: number; dateEnd: number },
) {
  const entry = toCalendarEntry(anEntry({ timeZone }))
  if (!entry) throw new Error('no calendar')
  const asked: calendar_v3.Params$Resource$Events$List[] = []
  const list = async (parameters: calendar_v3.Params$Resource$Events$List) => {
    asked.push(parameters)
    return { items }
  }
  const { events } = await fetchEvents(list, entry, window, calendarCall().log)
  return { events, asked }
}

describe('the window', () => {
  test('holds the whole days that overlap it, in whatever zone, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(
        zone,
        day,
        fc.integer({ min: 1, max: 3 }),
        day,
        edge(),
        edge(),
        async (timeZone, date, days, other, from, to) => {
          const [start, end] = [midnight(date, timeZone), midnight(addDays(date, days), timeZone)]
          const edges = [midnight(other, timeZone) + from, midnight(date, timeZone) + to].sort((one, two) => one - two)
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
      { numRuns: 400 },
    )
  })

  test('holds the hours that overlap it, however they are written, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(20),
        fc.nat(5),
        fc.integer({ min: -12, max: 13 }),
        fc.nat(20),
        fc.nat(20),
        async (at, length, offset, from, to) => {
          const base = Date.parse('2026-03-29T00:00:00Z')
          const [start, end] = [base + at * HOUR_MS, base + (at + length) * HOUR_MS]
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
      { numRuns: 400 },
    )
  })

  test('is asked for in whole seconds with an offset, and never narrower than it is', async () => {
    await fc.assert(
      fc.asyncProperty(instant, instant, async (one, other) => {
        const window = { dateStart: Math.min(one, other), dateEnd: Math.max(one, other) }
        fc.pre(window.dateStart < window.dateEnd)
        const { asked } = await read([], 'UTC', window)
        if (window.dateEnd <= FIRST || window.dateStart >= LAST) return expect(asked).toEqual([])
        const { timeMin = '', timeMax = '' } = asked[0] ?? {}
        expect(timeMin < timeMax).toBe(true)
        for (const time of [timeMin, timeMax]) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        expect(Date.parse(timeMin)).toBeLessThanOrEqual(Math.max(window.dateStart, FIRST))
        expect(Date.parse(timeMax)).toBeGreaterThanOrEqual(Math.min(window.dateEnd, LAST))
      }),
    )
  })

  test('is asked for as occurrences in the order of their start, without what is no meeting', async () => {
    const { asked } = await read([], 'UTC', { dateStart: 0, dateEnd: 1_000 })
    expect(asked).toEqual([
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

/** Also with fractions of a millisecond, and outside all years. */
const instant = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }),
  fc.integer({ min: 0, max: 50_000 }).map((n) => n / 10),
  fc.maxSafeInteger(),
)
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T00:00:00Z')

/** How far a bound of the window lies from a midnight: on it, beside it, or some hours away. */
function edge() {
  return fc.constantFrom(-HOUR_MS, -1, 0, 1, HOUR_MS, 5 * HOUR_MS)
}

/** An instant as Google writes it in a zone that many hours from UTC. */
function written(instant: number, offset: number): string {
  const local = new Date(instant + offset * HOUR_MS).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`
}
