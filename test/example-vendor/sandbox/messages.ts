import { PEOPLE } from '../../../sandbox/core/fixtures.ts'
import type { Route } from '../../../sandbox/core/http/router.ts'
import { apiRoute } from './api-route.ts'
import { inWindow, LIST_PARAMETERS, listResponse } from './list.ts'
import type { BeaconState } from './state.ts'

const HOUR_MS = 3_600_000

/** Three messages to Ada, an hour, a day and two days before the start. */
const SAMPLES = [
  { from: PEOPLE.ingrid, subject: 'Delivery in week 14', text: 'Hello Ada, week 14 works for us.', hours: 1 },
  { from: PEOPLE.maya, subject: 'Route to Portland', text: 'The new route saves a day.', hours: 24 },
  { from: PEOPLE.aroha, subject: 'Samples have arrived', text: 'Thank you, they are here.', hours: 48 },
]

/** Messages, newest first. `with` is a list of addresses, of which one has to be involved. */
export function messageRoutes(state: BeaconState): Route[] {
  const messages = SAMPLES.map(({ from, subject, text, hours }, index) => ({
    id: `m${index + 1}`,
    from: `${from.name} <${from.email}>`,
    to: [PEOPLE.ada.email],
    subject,
    text,
    receivedAt: new Date(state.start - hours * HOUR_MS).toISOString(),
  }))
  return [
    apiRoute(state, 'GET', '/v1/messages', ['since', 'until', 'with', ...LIST_PARAMETERS], ({ query }) => {
      const addresses = query.with?.toLowerCase().split(',')
      const involves = (text: string) => !addresses || addresses.some((address) => text.includes(address))
      const found = messages.filter(({ from, to }) => involves([from, ...to].join(' ').toLowerCase()))
      return listResponse(
        inWindow(found, query, ({ receivedAt }) => receivedAt),
        query,
      )
    }),
  ]
}
