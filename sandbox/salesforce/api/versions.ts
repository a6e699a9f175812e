import type { HttpResponse } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { jsonResponse } from '../responses.ts'

const MIN_VERSION = 20
/** Summer '26. */
const MAX_VERSION = 67
const SEASONS = ['Winter', 'Spring', 'Summer']

/** The list of versions, which requires no session. */
export function versionRoutes(): Route[] {
  return [{ method: 'GET', pattern: '/services/data', api: 'data', handle: listVersions }]
}

export function isVersion(version: string): boolean {
  const number = Number(/^v(\d+)\.0$/.exec(version)?.[1])
  return number >= MIN_VERSION && number <= MAX_VERSION
}

/** There are three versions per year, beginning with version 20 in Winter '11. */
function listVersions(): HttpResponse {
  const numbers = Array.from({ length: MAX_VERSION - MIN_VERSION + 1 }, (_, index) => MIN_VERSION + index)
  return jsonResponse(
    numbers.map((number) => ({
      label: `${SEASONS[(number - MIN_VERSION) % 3]} '${11 + Math.floor((number - MIN_VERSION) / 3)}`,
      url: `/services/data/v${number}.0`,
      version: `${number}.0`,
    })),
  )
}
