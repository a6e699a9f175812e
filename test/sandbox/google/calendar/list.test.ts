import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, createGet, type Get } from '../harness.ts'

const LIST = '/calendar/v3/users/me/calendarList'
let google: GoogleSandbox
let get: Get

beforeAll(async () => {
  google = await startGoogle()
  get = createGet(google, ADA)
})
afterAll(() => google.stop())

const ids = (items: { id: string }[]) => items.map(({ id }) => id)

describe('calendarList', () => {
  test('lists calendars of every access role, and hidden ones only if requested', async () => {
    const { body } = await get(LIST)
    expect(body).toMatchObject({ kind: 'calendar#calendarList', nextSyncToken: expect.any(String) })
    expect(body.items).toHaveLength(8)
    expect(new Set(body.items.map(({ accessRole }: { accessRole: string }) => accessRole))).toEqual(
      new Set(['owner', 'writer', 'reader', 'writerWithoutPrivateAccess', 'freeBusyReader']),
    )
    const hidden = await get(LIST, { showHidden: true })
    expect(hidden.body.items).toHaveLength(9)
    expect(hidden.body.items.filter((entry: object) => 'hidden' in entry)).toHaveLength(1)
  })

  test('contains ids that must be escaped in a path', async () => {
    const { body } = await get(LIST)
    const holidays = ids(body.items).find((id) => id.includes('#')) ?? ''
    expect(holidays).toBe('en.french#holiday@group.v.calendar.google.com')
    const events = `/calendar/v3/calendars/${encodeURIComponent(holidays)}/events`
    expect((await get(events)).body.summary).toBe('Holidays in France')
  })

  test('has pages, whose tokens are not numeric and only valid for their query', async () => {
    const first = await get(LIST, { maxResults: 5 })
    const pageToken = first.body.nextPageToken
    expect(Number(pageToken)).toBeNaN()
    expect(first.body.nextSyncToken).toBeUndefined()
    const second = await get(LIST, { maxResults: 5, pageToken })
    const all = await get(LIST)
    expect([...ids(first.body.items), ...ids(second.body.items)]).toEqual(ids(all.body.items))
    const foreign = await get(LIST, { maxResults: 5, pageToken, showHidden: true })
    expect([foreign.status, foreign.body.error.errors[0].reason]).toEqual([400, 'invalidPageToken'])
    expect((await get(LIST, { pageToken: '5' })).status).toBe(400)
  })

  test('omits calendars below the minimum access role', async () => {
    const { body } = await get(LIST, { minAccessRole: 'writer' })
    expect(body.items.map(({ accessRole }: { accessRole: string }) => accessRole)).toEqual(['owner', 'writer'])
  })

  test.each([
    { maxResults: 251 },
    { maxResults: 0 },
    { maxResults: 'many' },
    { minAccessRole: 'king' },
    { showHidden: 'yes' },
  ])('rejects %j', async (query) => {
    const { status, body } = await get(LIST, query)
    expect([status, body.error.errors[0]]).toMatchObject([
      400,
      { reason: 'invalidParameter', location: Object.keys(query)[0] },
    ])
  })

  test('requires a scope for the list; one for events is not sufficient', async () => {
    const { status, headers, body } = await createGet(google, ADA, [SCOPE.calendarEventsReadonly])(LIST)
    expect(status).toBe(403)
    expect(body.error.details[0].reason).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT')
    expect(headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${SCOPE.calendar} `)
  })
})
