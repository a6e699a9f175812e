import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { omitUndefined } from '../../../../sandbox/core/omit-undefined.ts'
import { type GoogleSandbox, type NewEvent, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, createGet, type Get, type Query } from '../harness.ts'

const EVENTS = '/calendar/v3/calendars/primary/events'
const MARCH = {
  timeMin: '2026-03-16T00:00:00Z',
  timeMax: '2026-03-21T00:00:00Z',
  singleEvents: true,
  orderBy: 'startTime',
}
let google: GoogleSandbox
let get: Get

beforeEach(async () => {
  google = await startGoogle()
  get = createGet(google, ADA)
  google.account(ADA).calendars[0]?.events.clear()
})
afterEach(() => google.stop())

const put = (event: NewEvent, calendar = 'primary') => google.addEvent(ADA, calendar, event)
const titles = async (query: Query, path = EVENTS) =>
  (await get(path, query)).body.items.map(({ summary }: { summary: string }) => summary)

describe('events.list rejects', () => {
  test.each<[Query, string]>([
    [{ timeMin: '2026-03-16T00:00:00' }, 'badRequest'],
    [{ timeMax: '2026-03-16' }, 'badRequest'],
    [{ timeMin: '1773619200000' }, 'badRequest'],
    [{ timeMin: MARCH.timeMax, timeMax: MARCH.timeMin }, 'timeRangeEmpty'],
    [{ timeMin: MARCH.timeMin, timeMax: MARCH.timeMin }, 'timeRangeEmpty'],
    [{ maxResults: 2501 }, 'invalidParameter'],
    [{ orderBy: 'startTime' }, 'badRequest'],
    [{ orderBy: 'summary', singleEvents: true }, 'invalidParameter'],
    [{ singleEvents: '1' }, 'invalidParameter'],
    [{ eventTypes: ['default', 'party'] }, 'invalidParameter'],
    [{ timeZone: 'Romance Standard Time' }, 'badRequest'],
    [{ pageToken: 'CAUQAA' }, 'invalidPageToken'],
    [{ syncToken: 'x', timeMin: MARCH.timeMin }, 'badRequest'],
    [{ syncToken: 'x', orderBy: 'updated' }, 'badRequest'],
  ])('%j', async (query, reason) => {
    const { status, body } = await get(EVENTS, query)
    expect([status, body.error.code, body.error.errors[0].reason]).toEqual([400, 400, reason])
  })

  test('a calendar that is not in the list, and one whose events do not exist', async () => {
    for (const id of ['nobody@nowhere.example', 'c_leftbehind404@group.calendar.google.com']) {
      const { status, body } = await get(`/calendar/v3/calendars/${id}/events`)
      expect([status, body]).toEqual([
        404,
        {
          error: {
            code: 404,
            message: 'Not Found',
            errors: [{ domain: 'global', reason: 'notFound', message: 'Not Found' }],
          },
        },
      ])
    }
  })

  test('a sync token that is a month old, with 410', async () => {
    const { body } = await get(EVENTS)
    google.clock.advance(31 * 86_400_000)
    const late = await createGet(google, ADA)(EVENTS, { syncToken: body.nextSyncToken })
    expect([late.status, late.body.error.errors[0].reason]).toEqual([410, 'fullSyncRequired'])
  })
})

describe('a sync token', () => {
  test('returns the changes since then, including deletions', async () => {
    const deleted = put({ summary: 'deleted', start: '2026-03-17T10:00', end: '2026-03-17T11:00' })
    put({ summary: 'old', start: '2026-03-17T10:00', end: '2026-03-17T11:00' })
    google.clock.advance(1_000)
    const { nextSyncToken } = (await get(EVENTS)).body
    google.clock.advance(1_000)
    put({ summary: 'new', start: '2026-03-17T10:00', end: '2026-03-17T11:00' })
    google.cancelEvent(ADA, 'primary', deleted.id)
    const { items } = (await get(EVENTS, { syncToken: nextSyncToken })).body
    expect(items.map(({ summary, status }: Record<string, string>) => summary ?? status).sort()).toEqual([
      'cancelled',
      'new',
    ])
  })
})

describe('the window', () => {
  test('contains the events that end after its start and start before its end', async () => {
    put({ summary: 'ends at its start', start: '2026-03-16T00:00', end: '2026-03-16T01:00' })
    put({ summary: 'runs into it', start: '2026-03-15T00:00', end: '2026-03-16T01:01' })
    put({ summary: 'runs out of it', start: '2026-03-21T00:59', end: '2026-03-29T00:00' })
    put({ summary: 'starts at its end', start: '2026-03-21T01:00', end: '2026-03-21T02:00' })
    put({ summary: 'covers it', start: '2026-03-01', end: '2026-04-01' })
    expect(await titles(MARCH)).toEqual(['covers it', 'runs into it', 'runs out of it'])
  })

  test('accepts and ignores fractions of a second', async () => {
    put({ summary: 'on the dot', start: '2026-03-16T10:00', end: '2026-03-16T11:00' })
    expect(await titles({ ...MARCH, timeMax: '2026-03-16T09:00:00.999Z' })).toEqual([])
    expect(await titles({ ...MARCH, timeMax: '2026-03-16T10:00:01+01:00' })).toEqual(['on the dot'])
  })

  test('interprets all-day events in the calendar’s time zone', async () => {
    const auckland = 'c_kowhailaunch55@group.calendar.google.com'
    const day = async (timeMin: string, timeMax: string) =>
      (await titles({ ...MARCH, timeMin, timeMax }, `/calendar/v3/calendars/${auckland}/events`)).includes('Launch day')
    // 31 March in Auckland, thirteen hours ahead of UTC.
    expect(await day('2026-03-30T10:00:00Z', '2026-03-30T11:00:00Z')).toBe(false)
    expect(await day('2026-03-30T10:00:00Z', '2026-03-30T11:00:01Z')).toBe(true)
    expect(await day('2026-03-31T10:59:59Z', '2026-04-02T00:00:00Z')).toBe(true)
    expect(await day('2026-03-31T11:00:00Z', '2026-04-02T00:00:00Z')).toBe(false)
  })
})

describe('a page', () => {
  beforeEach(() => {
    for (let hour = 10; hour < 15; hour++)
      put({ summary: `${hour}`, start: `2026-03-17T${hour}:00`, end: `2026-03-17T${hour}:30` })
  })

  test('leads to the next until each event was returned once', async () => {
    const seen: string[] = []
    let pageToken: string | undefined
    do {
      const { body } = await get(EVENTS, omitUndefined({ ...MARCH, maxResults: 2, pageToken }))
      seen.push(...body.items.map(({ summary }: { summary: string }) => summary))
      pageToken = body.nextPageToken
      expect('nextSyncToken' in body).toBe(pageToken === undefined)
    } while (pageToken)
    expect(seen).toEqual(['10', '11', '12', '13', '14'])
  })

  test('may be empty although there is a next one', async () => {
    google.settings.emptyPages = 1
    const first = (await get(EVENTS, MARCH)).body
    expect(first.items).toEqual([])
    const second = (await get(EVENTS, { ...MARCH, pageToken: first.nextPageToken })).body
    expect(second.items).toHaveLength(5)
    expect(second.nextPageToken).toBeUndefined()
  })

  test('continues at the same position if earlier events are added', async () => {
    const { body } = await get(EVENTS, { ...MARCH, maxResults: 2 })
    put({ summary: 'new', start: '2026-03-17T08:00', end: '2026-03-17T08:30' })
    expect(await titles({ ...MARCH, pageToken: body.nextPageToken })).toEqual(['12', '13', '14'])
  })

  test('token is rejected with another query and for another calendar', async () => {
    const { body } = await get(EVENTS, { ...MARCH, maxResults: 2 })
    const pageToken = body.nextPageToken
    expect((await get(EVENTS, { ...MARCH, pageToken, showDeleted: true })).status).toBe(400)
    expect((await get(`/calendar/v3/calendars/${ADA}/events`, { ...MARCH, pageToken })).status).toBe(400)
  })

  test('is not sorted by time unless requested', async () => {
    const { orderBy, ...unordered } = MARCH
    expect(await titles(unordered)).not.toEqual(['10', '11', '12', '13', '14'])
    expect((await titles(unordered)).sort()).toEqual(['10', '11', '12', '13', '14'])
  })
})
