import { PEOPLE, type Person } from '../../../sandbox/core/fixtures.ts'
import type { Route } from '../../../sandbox/core/http/router.ts'
import { apiRoute } from './api-route.ts'
import { inWindow, LIST_PARAMETERS, listResponse } from './list.ts'
import type { BeaconState } from './state.ts'

const HOUR_MS = 3_600_000

/** Three meetings of Ada, each of half an hour. */
const SAMPLES = [
  { title: 'Halden: prices', guest: PEOPLE.ingrid, said: 'We can agree on these prices.', hours: 3 },
  { title: 'Kestrel: routes', guest: PEOPLE.maya, said: 'The route by Portland is open again.', hours: 27 },
  { title: 'Kōwhai: samples', guest: PEOPLE.aroha, said: 'Please send the samples by Friday.', hours: 51 },
]

/** Meetings with their transcripts, newest first. */
export function meetingRoutes(state: BeaconState): Route[] {
  const meetings = SAMPLES.map(({ title, guest, said, hours }, index) => {
    const start = state.start - hours * HOUR_MS
    return {
      id: `t${index + 1}`,
      title,
      startedAt: new Date(start).toISOString(),
      endedAt: new Date(start + HOUR_MS / 2).toISOString(),
      host: toParticipant(PEOPLE.ada),
      participants: [PEOPLE.ada, guest].map(toParticipant),
      transcript: [
        { speaker: PEOPLE.ada.name, text: 'Good morning.' },
        { speaker: guest.name, text: said },
      ],
    }
  })
  return [
    apiRoute(state, 'GET', '/v1/meetings', ['since', 'until', ...LIST_PARAMETERS], ({ query }) =>
      listResponse(
        inWindow(meetings, query, ({ startedAt }) => startedAt),
        query,
      ),
    ),
  ]
}

function toParticipant({ name, email }: Person) {
  return { name, address: email }
}
