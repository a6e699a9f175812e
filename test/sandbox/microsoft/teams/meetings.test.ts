import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { COMPANIES } from '../../../../sandbox/core/fixtures.ts'
import { type MicrosoftSandbox, SCOPE, startMicrosoft, tenantIdOf } from '../../../../sandbox/microsoft/index.ts'
import { ADA, BILAL, type Get, ME } from '../harness.ts'
import { asOrganizer, byJoinUrl, findMeeting, joinUrlOf, MEETINGS, meetingPath } from './meeting-harness.ts'

const HALDEN = 'halden-contract-wording'

let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = asOrganizer(microsoft)
})
afterEach(() => microsoft.stop())

describe('online meetings', () => {
  test('are found by the join URL of their event', async () => {
    const { status, body } = await findMeeting(get, microsoft, HALDEN)
    expect(status).toBe(200)
    expect(body.value).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/^MSo/),
        subject: 'Halden: wording of the contract',
        joinWebUrl: joinUrlOf(microsoft, HALDEN),
        participants: {
          organizer: {
            upn: ADA,
            role: 'presenter',
            identity: {
              user: expect.objectContaining({ displayName: null, tenantId: tenantIdOf(COMPANIES.meridian) }),
            },
          },
          attendees: expect.arrayContaining([{ upn: 'ingrid@halden.example', role: 'attendee', identity: null }]),
        },
      }),
    ])
    const path = await meetingPath(get, microsoft, HALDEN)
    expect((await get(path)).body).toMatchObject(body.value[0])
    expect((await get(path, { $select: 'subject' })).body).not.toHaveProperty('participants')
  })

  test('are one for all occurrences of a series', async () => {
    const query = { startDateTime: '2026-03-01T00:00:00Z', endDateTime: '2026-03-15T00:00:00Z', $top: 200 }
    const { body } = await get(`${ME}/calendarView`, query)
    const standUps = body.value.filter(({ subject }: { subject: string }) => subject === 'Partner stand-up')
    expect(standUps).toHaveLength(4)
    expect(standUps[0]).toMatchObject({ isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' })
    expect(
      new Set(standUps.map(({ onlineMeeting }: { onlineMeeting: { joinUrl: string } }) => onlineMeeting.joinUrl)).size,
    ).toBe(1)
  })

  test('exist for every event with a join URL, also for one that was added now', async () => {
    const joinUrl = "https://teams.microsoft.com/meet/1?p=O'Brien"
    microsoft.addEvent(ADA, 'default', {
      subject: 'New',
      start: '2026-03-16T08:00',
      end: '2026-03-16T08:30',
      teams: joinUrl,
    })
    expect((await get(MEETINGS, byJoinUrl(joinUrl))).body.value[0].subject).toBe('New')
  })

  test('are found by everybody whom the event names, and by nobody else', async () => {
    const query = byJoinUrl(joinUrlOf(microsoft, 'partner-stand-up'))
    expect((await asOrganizer(microsoft, BILAL)(MEETINGS, query)).body.value).toHaveLength(1)
    const oneToOne = byJoinUrl(joinUrlOf(microsoft, 'one-to-one-dmitri'))
    expect((await asOrganizer(microsoft, BILAL)(MEETINGS, oneToOne)).status).toBe(403)
  })

  test.each([
    ['no filter', ''],
    ['another property', "?$filter=subject%20eq%20'Weekly'"],
    ['another comparison', "?$filter=startswith(JoinWebUrl,'https')"],
    ['a URL without quotes', '?$filter=JoinWebUrl%20eq%20https://teams.microsoft.com/meet/1'],
    [
      'a URL whose & is not escaped',
      "?$filter=JoinWebUrl%20eq%20'https://teams.microsoft.com/meet/31187240956?p=Vt5kQ0a7&anon=true'",
    ],
    ['a URL whose # is not escaped', "?$filter=JoinWebUrl%20eq%20'https://teams.microsoft.com/meet/1#x'"],
    ['a page size', '?$top=5'],
  ])('cannot be listed with %s', async (_, query) => {
    expect(await get(MEETINGS + query)).toMatchObject({ status: 400, body: { error: { code: 'BadRequest' } } })
  })

  test('are not found by a URL that was decoded first', async () => {
    const decoded = decodeURIComponent(joinUrlOf(microsoft, HALDEN))
    expect((await get(MEETINGS, byJoinUrl(decoded))).status).toBe(400)
  })

  test.each([
    ['of another organization', 'kestrel-operations', 404, 'NotFound'],
    ['that has expired', 'halden-framework-kick-off', 404, 'NotFound'],
    ['to which the user was invited through a list', 'all-hands', 403, 'Forbidden'],
  ])('%s are refused', async (_, key, status, code) => {
    expect(await findMeeting(get, microsoft, key)).toMatchObject({ status, body: { error: { code } } })
  })

  test('say 3003 to those who were not invited by name', async () => {
    const { body } = await findMeeting(get, microsoft, 'all-hands')
    expect(body.error.message).toBe('3003: User does not have access to lookup meeting')
    expect((await get(MEETINGS, byJoinUrl('https://teams.microsoft.com/meet/unknown'))).status).toBe(404)
  })

  test('are found by attendees, unless the setting says otherwise', async () => {
    expect((await findMeeting(get, microsoft, 'volna-mock-ups')).status).toBe(200)
    microsoft.settings.meetingLookup = 'organizer'
    expect((await findMeeting(get, microsoft, 'volna-mock-ups')).status).toBe(403)
    expect((await findMeeting(get, microsoft, HALDEN)).status).toBe(200)
  })

  test('need their own scope and a work account', async () => {
    const { status, body } = await asOrganizer(microsoft, ADA, [SCOPE.calendars])(MEETINGS)
    expect([status, body.error.code]).toEqual([403, 'Forbidden'])
    const personal = asOrganizer(microsoft, 'omar@kestrel.example')
    for (const path of [MEETINGS, `${MEETINGS}/x/transcripts`, `${MEETINGS}/x/attendanceReports`]) {
      expect(await personal(path)).toMatchObject({ status: 403, body: { error: { code: 'Forbidden' } } })
    }
  })
})

describe('the limit of requests', () => {
  test('holds for the whole organization and says when to come back', async () => {
    microsoft.settings.teamsRequestsPerSecond = 0
    const reply = await asOrganizer(microsoft, BILAL)(MEETINGS)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '1'])
  })
})

describe('attendance reports', () => {
  test('are for the organizer, with records only when they are expanded', async () => {
    const path = await meetingPath(get, microsoft, HALDEN)
    const { body } = await get(`${path}/attendanceReports`)
    expect(body.value).toEqual([
      {
        id: expect.any(String),
        totalParticipantCount: 5,
        meetingStartDateTime: '2026-03-12T12:01:24Z',
        meetingEndDateTime: '2026-03-12T12:23:24Z',
      },
    ])
    const report = `${path}/attendanceReports/${body.value[0].id}`
    expect((await get(report)).body).not.toHaveProperty('attendanceRecords')
    expect((await get(report, { $expand: 'everything' })).status).toBe(400)
    const { attendanceRecords } = (await get(report, { $expand: 'attendanceRecords' })).body
    expect(attendanceRecords).toContainEqual(
      expect.objectContaining({ emailAddress: ADA, role: 'Organizer', totalAttendanceInSeconds: 1320 }),
    )
    expect(attendanceRecords).toContainEqual(
      expect.objectContaining({
        emailAddress: null,
        identity: expect.objectContaining({ displayName: 'Nora Lie (Guest)' }),
      }),
    )
    microsoft.settings.guestAddresses = 'empty'
    const again = (await get(report, { $expand: 'attendanceRecords' })).body.attendanceRecords
    expect(again.map(({ emailAddress }: { emailAddress: string }) => emailAddress)).toContain('')
  })

  test('are refused to mere attendees and without their scope', async () => {
    const path = await meetingPath(get, microsoft, 'volna-mock-ups')
    expect((await get(`${path}/attendanceReports`)).status).toBe(403)
    const own = await meetingPath(get, microsoft, HALDEN)
    const withoutScope = asOrganizer(microsoft, ADA, [SCOPE.meetings, SCOPE.transcripts])
    expect((await withoutScope(`${own}/attendanceReports`)).status).toBe(403)
  })
})

describe('insights', () => {
  const insightsPath = async (key: string) =>
    (await meetingPath(get, microsoft, key)).replace(ME, `/v1.0/copilot/users/${microsoft.account(ADA).id}`) +
    '/aiInsights'

  test('are listed without their content and read one by one', async () => {
    const path = await insightsPath(HALDEN)
    const { body } = await get(path)
    expect(body.value).toHaveLength(1)
    expect(body.value[0]).not.toHaveProperty('actionItems')
    const insight = (await get(`${path}/${encodeURIComponent(body.value[0].id)}`)).body
    expect(insight.actionItems).toContainEqual(expect.objectContaining({ ownerDisplayName: 'Ada Moreau' }))
    expect(insight.meetingNotes[0]).toMatchObject({ title: 'Changes to the contract', subpoints: expect.any(Array) })
    const transcripts = (await get(`${await meetingPath(get, microsoft, HALDEN)}/transcripts`)).body.value
    expect(transcripts[0].callId).toBe(insight.callId)
    expect((await get(await insightsPath('volna-mock-ups'))).body.value).toEqual([])
  })

  test('need a licence, their scope and the own id', async () => {
    const path = await insightsPath(HALDEN)
    microsoft.settings.copilotUsers = []
    expect((await get(path)).body.error.message).toContain('license')
    microsoft.settings.copilotUsers = [ADA]
    expect((await asOrganizer(microsoft, ADA, [SCOPE.transcripts])(path)).status).toBe(403)
    expect((await asOrganizer(microsoft, BILAL)(path)).status).toBe(403)
  })
})
