import type { Route } from '../../../sandbox/core/http/router.ts'
import { apiRoute } from './api-route.ts'
import { dataResponse, fail } from './responses.ts'
import type { BeaconState } from './state.ts'

/** Reports that are made from a title and a text. */
export function reportRoutes(state: BeaconState): Route[] {
  let count = 0
  return [
    apiRoute(state, 'POST', '/v1/reports', ['title', 'text'], ({ body: { title, text } }) => {
      if (typeof title !== 'string' || title === '') fail(422, 'invalid_value', 'title is required.')
      if (typeof text !== 'string') fail(422, 'invalid_value', 'text is required.')
      count += 1
      return dataResponse({ id: `r${count}` })
    }),
  ]
}
