import type { Rule } from '../../rule.ts'
import type { Json } from '../../run/client.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { accepted, list, readItems, repeated } from './pages.ts'

const ofCalendars = { scope: 'capability', capabilities: ['calendar'], needs: ['account'] } as const

/** Rules about /sync/calendar. */
export const calendarRules: readonly Rule[] = [
  {
    ...ofCalendars,
    id: 'calendar.time-zone',
    level: 'must',
    requires: 'Every calendar has a time zone.',
    source: SPECIFICATION.calendarWindow,
    remedy: 'Send the IANA name of the zone, such as Europe/Paris. Convert the names that the vendor uses.',
    run: async (check, subject) => {
      for (const { externalId, timeZone } of accepted(subject, await readItems(check, subject))) {
        check.expect(isTimeZone(timeZone), `the time zone of ${externalId} is ${JSON.stringify(timeZone)}`)
      }
    },
  },
  {
    ...ofCalendars,
    id: 'calendar.event-ids',
    level: 'must',
    requires: 'Every event has an externalId of its own, which is the same if it is read again.',
    source: SPECIFICATION.eventIds,
    remedy: 'Use the vendor’s id of the event; for an occurrence of a series, that of the occurrence.',
    run: async (check, subject) => {
      const ids = eventsOf(accepted(subject, await readItems(check, subject))).map(({ externalId }) => externalId)
      if (ids.length === 0) check.skip('no calendar has an event in the window (samples.window)')
      check.expect(
        ids.every((id) => typeof id === 'string' && id !== ''),
        'an event has no externalId',
      )
      const twice = repeated(ids)
      check.expect(twice.length === 0, `events have the same externalId: ${list(twice)}`)
      const again = eventsOf(accepted(subject, await readItems(check, subject, { isFresh: true })))
      const lost = ids.filter((id) => !again.some(({ externalId }) => externalId === id))
      check.expect(lost.length === 0, `${lost.length} events have other ids if they are read again: ${list(lost)}`)
    },
  },
  {
    ...ofCalendars,
    id: 'calendar.window',
    level: 'must',
    requires: 'Calendars have the events of the requested window.',
    source: SPECIFICATION.calendarWindow,
    remedy: 'Return the events that overlap the window: end > dateStart and start < dateEnd.',
    run: async (check, subject) => {
      const { dateStart = 0, dateEnd = 0 } = subject.samples.window ?? {}
      const events = eventsOf(accepted(subject, await readItems(check, subject)))
      const strays = events.filter((event) => event.dateEnd < dateStart || event.dateStart > dateEnd)
      const ids = list(strays.map(({ externalId }) => externalId))
      check.expect(strays.length === 0, `events outside of the window: ${ids}`)
    },
  },
  {
    ...ofCalendars,
    id: 'calendar.limit',
    level: 'must',
    requires: 'limit is the maximum number of events of a calendar.',
    source: SPECIFICATION.calendarFilter,
    remedy: 'Cut the events of each calendar, the earliest first, and say so in a warning.',
    run: async (check, subject) => {
      const calendars = accepted(subject, await readItems(check, subject, { filter: { limit: 1 } }))
      for (const { externalId, events = [] } of calendars) {
        check.expect(events.length <= 1, `the calendar ${externalId} has ${events.length} events for the limit 1`)
      }
    },
  },
]

function eventsOf(calendars: readonly Json[]): Json[] {
  return calendars.flatMap(({ events }) => (Array.isArray(events) ? events : []))
}

function isTimeZone(name: unknown): boolean {
  if (typeof name !== 'string' || name === '') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
