import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { jsonResponse } from '../responses.ts'
import { runSearch } from '../sosl/search.ts'
import type { Resource } from './guard.ts'
import { createScope } from './query.ts'
import type { Session } from './session.ts'

export const SEARCH_RESOURCES: readonly Resource[] = [{ method: 'GET', path: '/search', handle: search }]

function search(session: Session, request: HttpRequest): HttpResponse {
  const sosl = request.url.searchParams.get('q') ?? ''
  const { searchLagMs } = session.salesforce.settings
  const indexedUntil = session.salesforce.clock.now() - searchLagMs
  return jsonResponse({
    searchRecords: runSearch(createScope(session), { sosl, indexedUntil, version: session.version }),
  })
}
