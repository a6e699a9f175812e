import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, startGoogle } from '../../../../sandbox/google/index.ts'
import { createSampleAccounts } from '../../../../sandbox/google/seed/index.ts'
import { problemOf } from '../builders.ts'
import { ADA, aConference, countRequests, MINUTE_MS, meetingsOf } from './sandbox-meetings.ts'

const MEETINGS = 12
const UTTERANCES = 250
const CODE = 'sam-espa-cex'

let google: GoogleSandbox
/** An account with meetings in one space, an hour apart. */
beforeEach(async () => {
  const start = Date.now()
  google = await startGoogle({ accounts: createSampleAccounts(start) })
  const now = google.clock.now()
  const talk = Array.from({ length: UTTERANCES }, (_, index) => `${index % 2 ? 'ada' : 'bilal'}: Number ${index}.`)
  for (let index = 1; index <= MEETINGS; index += 1) {
    google.addConference(ADA, aConference(now, index * 60, talk.join('\n'), CODE))
  }
  google.addConference(ADA, { ...aConference(now, 30, 'ada: Hello.'), transcripts: [] })
  // The times of an event are those of the account's zone; this one is long enough for every zone.
  const toLocal = (time: number) => new Date(time).toISOString().slice(0, 16)
  const event = {
    summary: 'Series',
    start: toLocal(now - (MEETINGS + 14) * 60 * MINUTE_MS),
    end: toLocal(now + 14 * 60 * MINUTE_MS),
    meet: CODE,
  }
  google.addEvent(ADA, 'primary', event)
  google.ledger.clear()
})
afterEach(() => google.stop())

describe('a sync', () => {
  test('sends no request twice and no request that it could avoid', async () => {
    const { items } = await meetingsOf(google).readAll()
    expect(items).toHaveLength(MEETINGS)
    expect(items[0]?.transcript.text.split('\n')).toHaveLength(UTTERANCES)
    expect(items[0]?.title).toBe('Series')
    expect(countRequests(google)).toEqual({
      '/v2/conferenceRecords': 1,
      '/v2/conferenceRecords/*/transcripts': MEETINGS + 1,
      '/v2/conferenceRecords/*/transcripts/*/entries': MEETINGS * Math.ceil(UTTERANCES / 100),
      '/v2/conferenceRecords/*/participants': MEETINGS,
      '/calendar/v3/calendars/primary/events': 1,
      '/v2/spaces/*': 1,
      '/v1/people/*': 1,
    })
  })

  test('looks up spaces and people once for all its pages, and the calendar once for each', async () => {
    const { pages } = await meetingsOf(google).readAll({ limit: 5 })
    expect(pages).toBe(3)
    expect(countRequests(google)).toMatchObject({
      '/v2/conferenceRecords': 1,
      '/v2/conferenceRecords/*/transcripts': MEETINGS + 1,
      '/calendar/v3/calendars/primary/events': 3,
      '/v2/spaces/*': 1,
      '/v1/people/*': 1,
    })
  })

  test('looks nothing up for meetings without a transcript', async () => {
    const now = google.clock.now()
    const { items } = await meetingsOf(google).readAll({ dateStart: now - 29 * MINUTE_MS })
    expect(items).toEqual([])
    expect(countRequests(google)).toEqual({ '/v2/conferenceRecords': 1, '/v2/conferenceRecords/*/transcripts': 1 })
  })
})

describe('a page', () => {
  test('that exceeds the rate limit has what was read, and its cursor leads to the rest', async () => {
    const now = google.clock.now()
    const window = { dateStart: now - 24 * 60 * MINUTE_MS, dateEnd: now }
    const { readPage } = meetingsOf(google)
    google.settings.meetReadsPerMinute = 40
    const first = await readPage(window, 3_000)
    expect(first.items.length).toBeGreaterThan(0)
    expect(first.items.length).toBeLessThan(MEETINGS)
    expect(first.metadata?.warnings?.at(-1)).toMatch(
      /limiting the number of requests.* Still to come on the next page: \d+ transcripts\./,
    )
    google.settings.meetReadsPerMinute = 600
    google.clock.advance(2 * MINUTE_MS)
    const second = await readPage({ ...window, cursor: first.pagination.cursor ?? '' })
    expect(second.pagination.hasMore).toBe(false)
    const ids = [...first.items, ...second.items].map(({ externalId }) => externalId)
    expect(ids).toHaveLength(MEETINGS)
    expect(new Set(ids).size).toBe(MEETINGS)
  })

  test('that exceeds it before anything was read is an error with the time to wait', async () => {
    google.settings.meetReadsPerMinute = 0
    expect(await problemOf(meetingsOf(google).readPage({}, 2_000))).toMatchObject({ status: 429 })
  })

  test('continues the list of meetings with the filter of the first page, at a later time, too', async () => {
    const now = google.clock.now()
    for (let index = 0; index < 100; index += 1) {
      google.addConference(ADA, { ...aConference(now, 31 + index, 'ada: Hello.'), transcripts: [] })
    }
    const { readPage } = meetingsOf(google)
    const window = { dateStart: now - 24 * 60 * MINUTE_MS, dateEnd: now + 24 * 60 * MINUTE_MS, limit: 1 }
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { items, pagination } = await readPage(cursor === undefined ? window : { ...window, cursor })
      ids.push(...items.map(({ externalId }) => externalId))
      cursor = pagination.cursor
      google.clock.advance(MINUTE_MS)
    } while (cursor !== undefined)
    expect(new Set(ids).size).toBe(MEETINGS)
    const lists = google.ledger.entries({ path: '/v2/conferenceRecords' })
    expect(lists.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(lists.map(({ query }) => query.filter)).size).toBe(1)
  })

  test('whose cursor is used with another window or connection is refused', async () => {
    const now = google.clock.now()
    const window = { dateStart: now - 24 * 60 * MINUTE_MS, dateEnd: now, limit: 1 }
    const { readPage } = meetingsOf(google)
    const { pagination } = await readPage(window)
    const { cursor = '' } = pagination
    await expect(readPage({ ...window, cursor })).resolves.toMatchObject({ items: { length: 1 } })
    expect(await problemOf(readPage({ ...window, dateEnd: now - 1, cursor }))).toMatchObject({ status: 400 })
    expect(await problemOf(readPage({ ...window, cursor: `${cursor}x` }))).toMatchObject({ status: 400 })
  })
})
