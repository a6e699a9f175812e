import { PEOPLE, type Person } from '../../../sandbox/core/fixtures.ts'
import type { Route } from '../../../sandbox/core/http/router.ts'
import { apiRoute } from './api-route.ts'
import { inWindow, LIST_PARAMETERS, listResponse } from './list.ts'
import { fail } from './responses.ts'
import type { BeaconState } from './state.ts'

const HOUR_MS = 3_600_000

/** A calendar with three events, and one that is empty. */
const CALENDARS = [
  { id: 'c1', name: 'Ada Moreau', timeZone: PEOPLE.ada.company.timeZone },
  { id: 'c2', name: 'Holidays', timeZone: 'UTC' },
]

const SAMPLES = [
  { title: 'Prices with Halden', guest: PEOPLE.ingrid, reply: 'yes', hours: -20, place: 'Halden' },
  { title: 'Routes with Kestrel', guest: PEOPLE.maya, reply: 'maybe', hours: 4, place: null },
  { title: 'Samples for Kōwhai', guest: PEOPLE.aroha, reply: null, hours: 30, place: null },
]

/** Calendars and their events, earliest first. */
export function calendarRoutes(state: BeaconState): Route[] {
  const events = SAMPLES.map(({ title, guest, reply, hours, place }, index) => {
    const start = state.start + hours * HOUR_MS
    return {
      id: `e${index + 1}`,
      title,
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + HOUR_MS).toISOString(),
      place,
      organizer: toParticipant(PEOPLE.ada),
      guests: [{ ...toParticipant(guest), reply }],
    }
  })
  return [
    apiRoute(state, 'GET', '/v1/calendars', LIST_PARAMETERS, ({ query }) => listResponse(CALENDARS, query)),
    apiRoute(state, 'GET', '/v1/calendars/:id/events', ['since', 'until', ...LIST_PARAMETERS], ({ params, query }) => {
      if (!CALENDARS.some(({ id }) => id === params.id)) fail(404, 'not_found', 'There is no such calendar.')
      const found = params.id === 'c1' ? events : []
      return listResponse(
        inWindow(found, query, ({ startsAt }) => startsAt),
        query,
      )
    }),
  ]
}

function toParticipant({ name, email }: Person) {
  return { name, address: email }
}
