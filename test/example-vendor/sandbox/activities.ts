import type { Route } from '../../../sandbox/core/http/router.ts'
import { apiRoute } from './api-route.ts'
import { LIST_PARAMETERS, listResponse } from './list.ts'
import type { BeaconState } from './state.ts'

const HOUR_MS = 3_600_000

/** Three activities about one account. */
const SAMPLES = [
  { about: 'a1', summary: 'The order was confirmed.', hours: 2 },
  { about: 'a1', summary: 'An offer was sent.', hours: 50 },
  { about: 'a1', summary: 'The first call took place.', hours: 90 },
]

/** What happened with records. `about` is a list of their ids. */
export function activityRoutes(state: BeaconState): Route[] {
  const activities = SAMPLES.map(({ about, summary, hours }, index) => ({
    id: `x${index + 1}`,
    about,
    summary,
    time: new Date(state.start - hours * HOUR_MS).toISOString(),
  }))
  return [
    apiRoute(state, 'GET', '/v1/activities', ['about', ...LIST_PARAMETERS], ({ query }) => {
      const ids = (query.about ?? '').split(',')
      return listResponse(
        activities.filter(({ about }) => ids.includes(about)),
        query,
      )
    }),
  ]
}
