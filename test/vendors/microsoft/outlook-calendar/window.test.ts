import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { randomRuns } from '../../../kit/random-runs.ts'
import { calendarCall, SETTINGS, syncCalendar } from '../builders.ts'
import { FakeGraph } from '../fake-graph.ts'

let graph: FakeGraph
beforeAll(async () => {
  graph = await FakeGraph.start()
})
afterAll(() => graph.stop())

/** Zones with daylight saving time in both hemispheres, and the extreme offsets. */
const ZONES = {
  'Pacific Standard Time': 'America/Los_Angeles',
  'W. Europe Standard Time': 'Europe/Berlin',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'Samoa Standard Time': 'Pacific/Apia',
  'UTC-11': 'Etc/GMT+11',
  'Line Islands Standard Time': 'Pacific/Kiritimati',
  'Asia/Kathmandu': 'Asia/Kathmandu',
}

const DAY_MS = 86_400_000
const MIDDLE = Date.parse('2026-03-29T00:00:00Z')
const HALF_HOUR = 1_800_000

/** Half hours around a change of daylight saving time, so that bounds often coincide. */
const instant = fc.integer({ min: -3 * 48, max: 3 * 48 }).map((half) => MIDDLE + half * HALF_HOUR)
const days = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 1, max: 3 }))

const script = fc.record({
  zone: fc.constantFrom(...Object.entries(ZONES)),
  window: fc.tuple(instant, instant).filter(([from, to]) => from < to),
  timed: fc.array(fc.tuple(instant, fc.integer({ min: 0, max: 96 })), { maxLength: 8 }),
  allDay: fc.array(days, { maxLength: 8 }),
})

test('exactly the events that overlap the window are delivered, all-day events by days in the mailbox’s zone', async () => {
  const settings = { ...SETTINGS, origin: graph.origin }
  await fc.assert(
    fc.asyncProperty(script, async ({ zone: [name, zone], window: [dateStart, dateEnd], timed, allDay }) => {
      const instants = timed.map(([start, halves], index) => ({
        id: `t${index}`,
        start,
        end: start + halves * HALF_HOUR,
      }))
      const dates = allDay.map(([first, count], index) => ({
        id: `w${index}`,
        start: dateOf(first),
        end: dateOf(first + count),
      }))
      graph.zone = name
      graph.events = [...instants, ...dates]
      const { items } = await syncCalendar({ dateStart, dateEnd }, calendarCall({ settings }))
      const delivered = items[0]?.events.map(({ externalId }) => externalId) ?? []
      const expected = [
        ...instants.filter(({ start, end }) => end > dateStart && start < dateEnd),
        // The window begins on the day of its first instant and ends on the day of its last.
        ...dates.filter(({ start, end }) => start <= dayIn(zone, dateEnd - 1) && end > dayIn(zone, dateStart)),
      ]
      expect(delivered.toSorted()).toEqual(expected.map(({ id }) => `c=/${id}`).toSorted())
    }),
    { numRuns: randomRuns(200) },
  )
}, 60_000)

function dateOf(day: number): string {
  return new Date(MIDDLE + day * DAY_MS).toISOString().slice(0, 10)
}

/** The local date in the zone. */
function dayIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
}
