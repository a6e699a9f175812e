import { PEOPLE } from '../../../sandbox/core/fixtures.ts'
import type { Route } from '../../../sandbox/core/http/router.ts'
import { apiRoute } from './api-route.ts'
import { dataResponse, fail } from './responses.ts'
import type { BeaconState } from './state.ts'

const HOUR_MS = 3_600_000

/** Three documents: d1, d2 and d3. */
const SAMPLES = [
  { title: 'Prices of 2026', html: '<p>Oak is <b>five percent</b> more.</p>' },
  { title: 'Routes', html: '<p>Portland, then Seattle.</p>' },
  { title: 'Samples', html: '<p>Three boxes.</p>' },
]

/** Documents by their ids. */
export function documentRoutes(state: BeaconState): Route[] {
  const documents = SAMPLES.map((sample, index) => ({
    id: `d${index + 1}`,
    ...sample,
    author: { name: PEOPLE.ada.name, address: PEOPLE.ada.email },
    changedAt: new Date(state.start - index * HOUR_MS).toISOString(),
  }))
  return [
    apiRoute(state, 'GET', '/v1/documents/:id', [], ({ params }) => {
      const found = documents.find(({ id }) => id === params.id)
      return dataResponse(found ?? fail(404, 'not_found', 'There is no such document.'))
    }),
  ]
}
