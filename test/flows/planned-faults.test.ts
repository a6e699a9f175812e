import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PLANNED_FAULTS } from '../../sandbox/planned-faults.ts'
import { type System, startSystem } from './system.ts'

const DAY = 86_400_000

/** The syncs of the sample accounts that meet planned faults. */
const SYNCS = [
  { application: 'google-calendar', path: '/sync/calendar', filter: 'calendarFilter' },
  { application: 'outlook-calendar', path: '/sync/calendar', filter: 'calendarFilter' },
  { application: 'google-meet', path: '/sync/transcription', filter: 'transcriptionFilter' },
  { application: 'teams', path: '/sync/transcription', filter: 'transcriptionFilter' },
] as const

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

/** The warnings of a first sync, which reads 30 days back. */
async function readWarnings({ application, path, filter }: (typeof SYNCS)[number]): Promise<string[]> {
  const connectedProvider = await system.connect(application)
  const now = system.sandbox.clock.now()
  const until = filter === 'calendarFilter' ? { dateEnd: now + 90 * DAY, limit: 500 } : { dateEnd: now, limit: 100 }
  const response = await system.post(path, { connectedProvider, [filter]: { dateStart: now - 30 * DAY, ...until } })
  const page = (await response.json()) as { metadata?: { warnings?: string[] }; pagination: { hasMore: boolean } }
  expect([response.status, page.pagination.hasMore]).toEqual([200, false])
  return page.metadata?.warnings ?? []
}

test('the sample accounts have every planned fault, and no other', async () => {
  const warnings = (await Promise.all(SYNCS.map(readWarnings))).flat()
  const causes = warnings.map((warning) => PLANNED_FAULTS.filter(({ report }) => report.test(warning)))
  expect(warnings.filter((_, index) => causes[index]?.length !== 1)).toEqual([])
  expect(PLANNED_FAULTS.filter((fault) => !causes.flat().includes(fault))).toEqual([])
}, 60_000)
