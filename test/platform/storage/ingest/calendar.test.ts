import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { PageCommit } from '../../../../platform/model/sync-store.ts'
import type { Calendar, Event } from '../../../../src/contract/index.ts'
import { calendar, createFixture, DAY_MS, event, NOW, type SyncFixture } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import { findBlock, NO_COUNTS, selectBlocks, startRun } from './page-runs.ts'

let server: TestStore
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

describe('a page of calendars', () => {
  const WINDOW = { dateStart: NOW - DAY_MS, dateEnd: NOW + DAY_MS }

  async function startCalendarRun() {
    const commitPage = await startRun(fixture, 'calendar')
    return (events: Event[], commit: Partial<PageCommit> = {}) =>
      commitPage({ sync: 'calendar', items: [calendar('c', events)] }, { checkpoint: WINDOW, ...commit })
  }

  test('becomes a calendar and its events, which are its children', async () => {
    const commitEvents = await startCalendarRun()
    expect(await commitEvents([event('c/1')])).toEqual({ ...NO_COUNTS, created: 2 })
    const [calendarBlock, eventBlock] = [await findBlock(fixture, 'c'), await findBlock(fixture, 'c/1')]
    expect(calendarBlock).toMatchObject({
      block_type: 'calendar',
      title: 'Work',
      detail: { timeZone: 'Europe/Berlin' },
    })
    expect(eventBlock).toMatchObject({
      block_type: 'event',
      parent_id: calendarBlock.block_id,
      parent_type: 'calendar',
      status: 'confirmed',
      date_start: NOW,
    })
  })

  test('is unchanged when only dateUpdated differs', async () => {
    const commitEvents = await startCalendarRun()
    await commitEvents([event('c/1', { dateUpdated: 1 })])
    expect(await commitEvents([event('c/1', { dateUpdated: 2 })])).toEqual({ ...NO_COUNTS, unchanged: 2 })
  })

  test('cancels events that are missing from the window, and restores them when they reappear', async () => {
    const commitEvents = await startCalendarRun()
    const far = event('c/far', { dateStart: NOW + 5 * DAY_MS, dateEnd: NOW + 6 * DAY_MS })
    const edge = event('c/edge', { dateStart: NOW - DAY_MS, dateEnd: NOW - DAY_MS })
    await commitEvents([event('c/1'), event('c/2'), far, edge])
    expect(await commitEvents([event('c/1')])).toEqual({ ...NO_COUNTS, unchanged: 2 })
    const status = async () =>
      Object.fromEntries(
        (await selectBlocks(fixture).where('block_type', '=', 'event').execute()).map((row) => [
          row.external_id,
          row.status,
        ]),
      )
    expect(await status()).toEqual({
      'c/1': 'confirmed',
      'c/2': 'cancelled',
      'c/far': 'confirmed',
      'c/edge': 'confirmed',
    })
    expect(await commitEvents([event('c/1'), event('c/2')])).toEqual({ ...NO_COUNTS, unchanged: 2, updated: 1 })
    expect(await status()).toMatchObject({ 'c/2': 'confirmed' })
  })

  test.each<[string, Partial<PageCommit>]>([
    ['a warning names it', { warnings: ['the event 2 could not be read'] }],
    ['items of the page were invalid', { invalid: 1 }],
    ['no window was read', { checkpoint: {} }],
  ])('does not cancel missing events if %s', async (_, commit) => {
    const commitEvents = await startCalendarRun()
    await commitEvents([event('c/1'), event('c/2')])
    await commitEvents([event('c/1')], commit)
    expect((await findBlock(fixture, 'c/2')).status).toBe('confirmed')
  })

  test('does not cancel events of calendars that are not on the page', async () => {
    const commitPage = await startRun(fixture, 'calendar')
    const commitCalendars = (...items: Calendar[]) => commitPage({ sync: 'calendar', items }, { checkpoint: WINDOW })
    await commitCalendars(calendar('c', [event('c/1')]), calendar('d', [event('d/1')]))
    await commitCalendars(calendar('c', []))
    expect([(await findBlock(fixture, 'c/1')).status, (await findBlock(fixture, 'd/1')).status]).toEqual([
      'cancelled',
      'confirmed',
    ])
  })
})
