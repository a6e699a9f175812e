import type { HttpResponse } from '../../core/http/responses.ts'
import { jsonResponse } from '../responses.ts'
import type { Resource } from './guard.ts'
import type { Session } from './session.ts'

export const LIMIT_RESOURCES: readonly Resource[] = [
  { method: 'GET', path: '', handle: resources },
  { method: 'GET', path: '/limits', handle: limits },
]

/** "Resources by Version": the paths of the resources. */
function resources({ version }: Session): HttpResponse {
  const names = ['analytics', 'composite', 'limits', 'query', 'queryAll', 'search', 'sobjects']
  return jsonResponse(Object.fromEntries(names.map((name) => [name, `/services/data/${version}/${name}`])))
}

function limits({ org }: Session): HttpResponse {
  const { limit, used } = org.usage
  return jsonResponse({
    DailyApiRequests: { Max: limit, Remaining: Math.max(0, limit - used) },
    DataStorageMB: { Max: 1024, Remaining: 1000 },
    FileStorageMB: { Max: 1024, Remaining: 1000 },
  })
}
