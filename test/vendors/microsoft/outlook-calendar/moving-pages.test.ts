import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Requester } from '../../../../vendors/microsoft/client.ts'
import { fetchEvents } from '../../../../vendors/microsoft/outlook-calendar/events.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { anEvent, aTime, calendarCall } from '../builders.ts'

const NOON = Date.parse('2026-01-12T12:00:00Z')
const HOUR_MS = 3_600_000
const ENTRY = { id: 'c=', user: ['me'], label: '“Calendar” (c=)', timeZone: 'UTC', showsPrivate: true }
const WINDOW = { dateStart: NOON, dateEnd: NOON + 100 * HOUR_MS }

/** What happens to a calendar after one of its pages was sent: an event is deleted, or one is added. */
type Change = { page: number; remove: number } | { page: number; add: number }

/** A calendar whose pages are positions in its list, as in Graph, so that each deletion moves the later pages. */
function movingCalendar(count: number, pageSize: number, changes: readonly Change[]) {
  const all = new Map(Array.from({ length: count }, (_, index) => [`e${index}`, index]))
  const removed = new Set<string>()
  const paths: string[] = []
  const request = async (path: string) => {
    const parameters = new URL(path, 'http://graph').searchParams
    const skip = Number(parameters.get('$skip') ?? 0)
    const listed = [...all].sort(([, a], [, b]) => a - b)
    const value = listed.slice(skip, skip + pageSize).map(([id, hour]) => toEvent(id, hour))
    paths.push(path)
    for (const change of changes.filter(({ page }) => page === paths.length)) {
      if ('add' in change) all.set(`new${change.page}-${change.add}`, change.add)
      else if (all.delete(`e${change.remove}`)) removed.add(`e${change.remove}`)
    }
    if (skip + pageSize >= listed.length) return { value }
    parameters.set('$skip', String(skip + pageSize))
    return { value, '@odata.nextLink': `https://graph.microsoft.com/v1.0${path.split('?')[0]}?${parameters}` }
  }
  return {
    request: request as unknown as Requester,
    remaining: () => [...all.keys()].filter((id) => id.startsWith('e')),
    paths,
  }
}

function toEvent(id: string, hour: number) {
  const start = NOON + hour * HOUR_MS
  return anEvent({ id, start: aTime(toLocal(start)), end: aTime(toLocal(start + HOUR_MS)) })
}

const toLocal = (instant: number) => new Date(instant).toISOString().slice(0, 19)

const idsOf = (events: { externalId: string }[]) => events.map(({ externalId }) => externalId.replace('c=/', ''))

describe('events that are deleted or added while a calendar is read page by page', () => {
  test.each([
    ['that are followed by others', 9, 3],
    ['whose last page is left empty', 7, 6],
  ])('do not hide others, which would be taken for deleted, on pages %s', async (_case, count, pageSize) => {
    const calendar = movingCalendar(count, pageSize, [{ page: 1, remove: 0 }])
    const { events } = await fetchEvents(calendar.request, ENTRY, WINDOW, calendarCall().log)
    expect(idsOf(events)).toEqual(expect.arrayContaining(calendar.remaining()))
  })

  test('never hide another one: the calendar has every event that was there all the time, or is left out', async () => {
    const change = fc.oneof(
      fc.record({ page: fc.integer({ min: 1, max: 12 }), remove: fc.nat(30) }),
      fc.record({ page: fc.integer({ min: 1, max: 12 }), add: fc.nat(30) }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 3, max: 12 }),
        fc.array(change, { maxLength: 4 }),
        async (count, pageSize, changes) => {
          const calendar = movingCalendar(count, pageSize, changes)
          const read = fetchEvents(calendar.request, ENTRY, WINDOW, calendarCall().log)
          const delivered = await read.then(({ events }) => idsOf(events)).catch((error) => String(error.message))
          if (typeof delivered === 'string') expect(delivered).toContain('kept changing')
          else expect(delivered).toEqual(expect.arrayContaining(calendar.remaining()))
        },
      ),
      { numRuns: randomRuns(300) },
    )
  })

  test('cost nothing if everything is on one page, which is requested in order of start', async () => {
    const calendar = movingCalendar(9, 500, [])
    await fetchEvents(calendar.request, ENTRY, WINDOW, calendarCall().log)
    expect(calendar.paths).toEqual([expect.stringContaining('$top=500&$orderby=start%2FdateTime')])
  })
})
