import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, BILAL, createGet, createGetWithToken, type Get } from '../harness.ts'
import { addTalk, createMeetGet, DAY_MS, findRecord, listAll, RECORDS } from './harness.ts'

let google: GoogleSandbox
let get: Get

beforeEach(async () => {
  google = await startGoogle()
  get = createMeetGet(google)
})
afterEach(() => google.stop())

describe('conference records', () => {
  test('are listed from the latest to the earliest, with microseconds and without addresses', async () => {
    const { status, body } = await get(RECORDS)
    expect(status).toBe(200)
    const starts = body.conferenceRecords.map(({ startTime }: { startTime: string }) => startTime)
    expect(starts.length).toBeGreaterThanOrEqual(10)
    expect(starts).toEqual(starts.toSorted().toReversed())
    expect(body.conferenceRecords[3]).toEqual({
      name: expect.stringMatching(/^conferenceRecords\/\w+$/),
      startTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      endTime: expect.any(String),
      expireTime: expect.any(String),
      space: expect.stringMatching(/^spaces\/\w+$/),
    })
    expect(JSON.stringify(body)).not.toContain('@')
  })

  test('have neither an end nor an expiry while the conference goes on', async () => {
    const { body } = await get(RECORDS, { filter: 'end_time IS NULL' })
    expect(body.conferenceRecords).toHaveLength(1)
    const [record] = body.conferenceRecords
    expect(Object.keys(record)).toEqual(['name', 'startTime', 'space'])
    expect((await get(`/v2/${record.space}`)).body.activeConference).toEqual({ conferenceRecord: record.name })
    google.clock.advance(45 * 60_000)
    expect((await get(`/v2/${record.name}`)).body).toHaveProperty('endTime')
    expect((await get(`/v2/${record.space}`)).body).not.toHaveProperty('activeConference')
  })

  test('are deleted 30 days after the end', async () => {
    const conference = addTalk(google)
    const path = `${RECORDS}/${conference.id}`
    expect((await get(path)).status).toBe(200)
    google.clock.advance(30 * DAY_MS)
    const later = createMeetGet(google)
    for (const suffix of [
      '',
      '/transcripts',
      '/participants',
      `/transcripts/${conference.transcripts[0]?.id}/entries`,
    ]) {
      expect(await later(path + suffix)).toMatchObject({ status: 404, body: { error: { status: 'NOT_FOUND' } } })
    }
    google.clock.advance(DAY_MS)
    expect((await createMeetGet(google)(RECORDS)).body).toEqual({})
  })

  test.each([
    ['space.meeting_code = "kfw-eekl-yqz"', 3],
    ['start_time>="2026-03-01T00:00:00.000Z" AND start_time<="2026-03-09T00:00:00+01:00"', 1],
    ['end_time <= "2026-02-28T00:00:00Z"', 1],
    ['start_time >= "2026-04-01T00:00:00Z"', 0],
  ])('can be filtered by %s', async (filter, count) => {
    expect((await get(RECORDS, { filter })).body.conferenceRecords ?? []).toHaveLength(count)
  })

  test.each([
    ['an unknown field', 'title = "x"'],
    ['a field in camelCase', 'startTime >= "2026-03-01T00:00:00Z"'],
    ['a time without quotes', 'start_time >= 2026-03-01T00:00:00Z'],
    ['a time in single quotes', "start_time >= '2026-03-01T00:00:00Z'"],
    ['a time without an offset', 'start_time >= "2026-03-01T00:00:00"'],
    ['a date', 'start_time >= "2026-03-01"'],
    ['another conjunction', 'start_time >= "2026-03-01T00:00:00Z" and end_time IS NULL'],
    ['two conditions without a conjunction', 'end_time IS NULL end_time IS NULL'],
    ['a conjunction at the end', 'end_time IS NULL AND'],
    ['a comparison of codes', 'space.meeting_code >= "a"'],
    ['a word', 'everything'],
  ])('reject a filter with %s', async (_, filter) => {
    expect(await get(RECORDS, { filter })).toMatchObject({
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringContaining('Invalid filter') } },
    })
  })

  test('come in pages whose size is reduced to the maximum and whose tokens belong to their filter', async () => {
    for (let count = 0; count < 101; count++) addTalk(google, { minutesAgo: 60 * count + 60 })
    expect((await get(RECORDS)).body.conferenceRecords).toHaveLength(25)
    const { body } = await get(RECORDS, { pageSize: 1000 })
    expect(body.conferenceRecords).toHaveLength(100)
    const { nextPageToken: pageToken } = body
    expect((await get(RECORDS, { pageSize: 7, pageToken })).body.conferenceRecords).toHaveLength(7)
    for (const query of [{ pageToken, filter: 'end_time IS NULL' }, { pageToken: 'made-up' }, { pageSize: -1 }]) {
      expect(await get(RECORDS, query)).toMatchObject({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } })
    }
    const all = await listAll(get, RECORDS, 'conferenceRecords', { pageSize: 10 })
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(101)
  })

  test('may come in empty pages, which have a token and nothing else', async () => {
    google.settings.emptyPages = 1
    const { body } = await get(RECORDS)
    expect(Object.keys(body)).toEqual(['nextPageToken'])
    expect(await listAll(get, RECORDS, 'conferenceRecords', { pageSize: 4 })).toHaveLength(11)
  })

  test('reject parameters that the method does not have', async () => {
    expect((await get(RECORDS, { maxResults: 5 })).body.error.message).toContain('Unknown name "maxResults"')
    expect((await get(RECORDS, { orderBy: 'startTime' })).status).toBe(400)
  })
})

describe('who sees a conference', () => {
  test('is everybody who was there with an account', async () => {
    const record = await findRecord(get, 'kfw-eekl-yqz')
    expect((await createMeetGet(google, BILAL)(`/v2/${record}/transcripts`)).body.transcripts).toHaveLength(1)
    const board = await findRecord(get, 'brd-prea-dxy')
    expect(await createMeetGet(google, BILAL)(`/v2/${board}`)).toMatchObject({
      status: 403,
      body: { error: { status: 'PERMISSION_DENIED', message: 'The caller does not have permission' } },
    })
    expect(
      (await createMeetGet(google, BILAL)(RECORDS, { filter: 'space.meeting_code = "brd-prea-dxy"' })).body,
    ).toEqual({})
  })

  test('is the organizer only, if Google says so', async () => {
    const record = await findRecord(get, 'kfw-eekl-yqz')
    google.settings.meetArtifactsFor = 'organizer'
    expect((await get(`/v2/${record}`)).status).toBe(200)
    expect((await get(`/v2/${record}/transcripts`)).status).toBe(403)
    google.settings.meetRecordsFor = 'organizer'
    expect((await get(`/v2/${record}`)).status).toBe(403)
    const own = (await get(RECORDS)).body.conferenceRecords
    expect(own.map(({ name }: { name: string }) => name)).not.toContain(record)
    expect(own.length).toBeGreaterThan(3)
  })

  test('is limited to spaces of the application under the scope of created spaces', async () => {
    const created = createMeetGet(google, ADA, [SCOPE.meetCreated])
    const { body } = await created(RECORDS)
    expect(body.conferenceRecords).toHaveLength(1)
    expect((await created(`/v2/${await findRecord(get, 'kfw-eekl-yqz')}`)).status).toBe(403)
    expect((await created('/v2/spaces/kfw-eekl-yqz')).status).toBe(403)
  })

  test('depends on a scope of Meet', async () => {
    for (const path of [RECORDS, `${RECORDS}/x/participants`, `${RECORDS}/x/transcripts/y/entries`, '/v2/spaces/x']) {
      const { status, headers, body } = await createGet(google, ADA, [SCOPE.calendarReadonly])(path)
      expect(status).toBe(403)
      expect(headers.get('www-authenticate')).toContain('insufficient_scope')
      expect(body.error).toMatchObject({
        status: 'PERMISSION_DENIED',
        details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', metadata: { service: 'meet.googleapis.com' } }],
      })
      expect(body.error).not.toHaveProperty('errors')
    }
    expect((await createMeetGet(google, ADA, [SCOPE.meetSettings])(RECORDS)).status).toBe(403)
    expect((await createMeetGet(google, ADA, [SCOPE.meetSettings])('/v2/spaces/kfw-eekl-yqz')).status).toBe(200)
    expect(await createGetWithToken(google, undefined)(RECORDS)).toMatchObject({
      status: 401,
      body: { error: { status: 'UNAUTHENTICATED' } },
    })
  })
})

describe('spaces', () => {
  test('have a code that ignores case, and an id that does not', async () => {
    const { body } = await get('/v2/spaces/KFW-eekl-YQZ')
    expect(body).toMatchObject({
      meetingCode: 'kfw-eekl-yqz',
      meetingUri: 'https://meet.google.com/kfw-eekl-yqz',
      name: expect.stringMatching(/^spaces\//),
    })
    expect((await get(`/v2/${body.name}`)).body.meetingCode).toBe('kfw-eekl-yqz')
    expect((await get(`/v2/${body.name.toLowerCase()}`)).status).toBe(404)
    expect((await get('/v2/spaces/aaa-bbbb-ccc')).status).toBe(404)
  })

  test('are the same for all meetings of a series, whose events carry the code', async () => {
    const { body } = await get(RECORDS, { filter: 'space.meeting_code = "kfw-eekl-yqz"' })
    expect(new Set(body.conferenceRecords.map(({ space }: { space: string }) => space)).size).toBe(1)
    const events = await createGet(google, ADA)('/calendar/v3/calendars/primary/events', {
      timeMin: '2026-03-10T00:00:00Z',
      timeMax: '2026-03-11T00:00:00Z',
      singleEvents: true,
    })
    expect(events.body.items).toContainEqual(
      expect.objectContaining({
        summary: 'Kestrel weekly',
        hangoutLink: 'https://meet.google.com/kfw-eekl-yqz',
        conferenceData: expect.objectContaining({ conferenceId: 'kfw-eekl-yqz' }),
      }),
    )
  })
})

describe('the quota', () => {
  test('is 600 reads a minute and user', async () => {
    google.settings.meetReadsPerMinute = 3
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await get(RECORDS)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await get(RECORDS)).body.error).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      details: [{ reason: 'RATE_LIMIT_EXCEEDED' }],
    })
    expect((await createMeetGet(google, BILAL)(RECORDS)).status).toBe(200)
    google.clock.advance(60_000)
    expect((await get(RECORDS)).status).toBe(200)
    expect((await startAndReadSettings()).meetReadsPerMinute).toBe(600)
  })
})

async function startAndReadSettings() {
  const fresh = await startGoogle()
  await fresh.stop()
  return fresh.settings
}
