import type { Route } from '../../../sandbox/core/http/router.ts'
import { type ApiRequest, apiRoute } from './api-route.ts'
import { dataResponse, fail } from './responses.ts'
import type { BeaconState } from './state.ts'

const MEMBERS = ['title', 'html', 'link', 'records']

/** Notes on records. */
export function noteRoutes(state: BeaconState): Route[] {
  const notes = new Map<string, ApiRequest['body']>()
  const save = (id: string, note: ApiRequest['body']) => {
    if (typeof note.title !== 'string' || note.title === '') fail(422, 'invalid_value', 'title is required.')
    if (typeof note.html !== 'string') fail(422, 'invalid_value', 'html is required.')
    if (!Array.isArray(note.records)) fail(422, 'invalid_value', 'records must be a list of ids.')
    notes.set(id, note)
    return dataResponse({ id, ...note })
  }
  return [
    apiRoute(state, 'POST', '/v1/notes', MEMBERS, ({ body }) => save(`n${notes.size + 1}`, body)),
    apiRoute(state, 'PATCH', '/v1/notes/:id', MEMBERS, ({ params, body }) => {
      const { id = '' } = params
      const existing = notes.get(id) ?? fail(404, 'not_found', 'There is no such note.')
      return save(id, { ...existing, ...body })
    }),
  ]
}
