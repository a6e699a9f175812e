import type { Answer } from '../../core/answers.ts'
import type { Route } from '../../core/router.ts'
import { reply } from '../error-form.ts'

const OLDEST = 20
/** Summer '26. */
const NEWEST = 67
const SEASONS = ['Winter', 'Spring', 'Summer']

/** The list of versions needs no session. */
export function versionRoutes(): Route[] {
  return [{ method: 'GET', pattern: '/services/data', api: 'data', handle: listVersions }]
}

export function isVersion(version: string): boolean {
  const number = Number(/^v(\d+)\.0$/.exec(version)?.[1])
  return number >= OLDEST && number <= NEWEST
}

/** One version a season: 20 was Winter '11. */
function listVersions(): Answer {
  const numbers = Array.from({ length: NEWEST - OLDEST + 1 }, (_, index) => OLDEST + index)
  return reply(
    numbers.map((number) => ({
      label: `${SEASONS[(number - OLDEST) % 3]} '${11 + Math.floor((number - OLDEST) / 3)}`,
      url: `/services/data/v${number}.0`,
      version: `${number}.0`,
    })),
  )
}
