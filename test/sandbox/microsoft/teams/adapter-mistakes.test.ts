import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, SCOPE, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, type Get, itemsOf, ME, pagesOf, type Reply } from '../harness.ts'
import {
  ALL_SCOPES,
  asOrganizer,
  byJoinUrl,
  findMeeting,
  joinUrlOf,
  MEETINGS,
  meetingPath,
  readVtt,
  transcriptPath,
} from './meeting-harness.ts'

const STAND_UP = 'partner-stand-up'
const HALDEN = 'halden-contract-wording'
const VTT = { accept: 'text/vtt' }
const UNATTRIBUTED = 'application/vnd.microsoft.graph.transcript+text'

let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = asOrganizer(microsoft)
})
afterEach(() => microsoft.stop())

const content = async (query = {}, headers: Record<string, string> = VTT) =>
  get(`${await transcriptPath(get, microsoft, STAND_UP)}/content`, query, headers)
const transcripts = async (key: string) => `${await meetingPath(get, microsoft, key)}/transcripts`
const raw = (filter: string) => get(`${MEETINGS}?$filter=${filter}`)
const records = async (query: Record<string, string>) => {
  const path = `${await meetingPath(get, microsoft, HALDEN)}/attendanceReports`
  return (await get(`${path}/${(await get(path)).body.value[0].id}`, query)).body.attendanceRecords
}

type Call<T> = () => Promise<T>

/** What an adapter might do instead of the right call. The right one succeeds. */
const REFUSED: readonly [mistake: string, wrong: Call<Reply>, right: Call<Reply>][] = [
  ['lists its meetings without a filter', () => get(MEETINGS), () => findMeeting(get, microsoft, HALDEN)],
  [
    'puts the join URL into the query as it is',
    () => raw(`JoinWebUrl eq '${joinUrlOf(microsoft, 'one-to-one-dmitri')}'`),
    () => raw(encodeURIComponent(`JoinWebUrl eq '${joinUrlOf(microsoft, 'one-to-one-dmitri')}'`)),
  ],
  [
    'decodes the join URL before it escapes it',
    () => get(MEETINGS, byJoinUrl(decodeURIComponent(joinUrlOf(microsoft, HALDEN)))),
    () => get(MEETINGS, byJoinUrl(joinUrlOf(microsoft, HALDEN))),
  ],
  [
    'writes the escapes of the join URL in capitals',
    () => get(MEETINGS, byJoinUrl(joinUrlOf(microsoft, HALDEN).replace(/%\w\w/g, (code) => code.toUpperCase()))),
    () => get(MEETINGS, byJoinUrl(joinUrlOf(microsoft, HALDEN))),
  ],
  [
    'cuts the query off the join URL',
    () => get(MEETINGS, byJoinUrl(joinUrlOf(microsoft, HALDEN).replace(/\?.*/, ''))),
    () => get(MEETINGS, byJoinUrl(joinUrlOf(microsoft, HALDEN))),
  ],
  [
    'searches for the subject',
    () => get(MEETINGS, { $filter: "subject eq 'Partner stand-up'" }),
    () => findMeeting(get, microsoft, STAND_UP),
  ],
  [
    'asks for content with the Accept header that fetch sends by itself',
    () => content({}, { accept: '*/*' }),
    () => content(),
  ],
  [
    'asks for content with a list of types',
    () => content({}, { accept: 'text/vtt, text/plain, */*' }),
    () => content(),
  ],
  [
    'asks for a Word document, as was possible once',
    () => content({}, { accept: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' }),
    () => content(),
  ],
  [
    'asks for the form without names by $format',
    () => content({ $format: UNATTRIBUTED }),
    () => content({}, { accept: UNATTRIBUTED }),
  ],
  [
    'insists on names where the organization has switched them off',
    () => {
      microsoft.settings.speakerAttribution = 'disabled'
      return content()
    },
    () => content({}, { accept: UNATTRIBUTED }),
  ],
  [
    'takes the first refusal of a new switch for the last word',
    async () => {
      const path = await transcripts(STAND_UP)
      microsoft.settings.graphTranscripts = 'flapping'
      await get(path)
      return get(path)
    },
    async () => get(await transcripts(STAND_UP)),
  ],
  [
    'looks meetings of other organizations up',
    () => findMeeting(get, microsoft, 'kestrel-operations'),
    () => findMeeting(get, microsoft, STAND_UP),
  ],
  [
    'looks meetings up to which it was invited through a list',
    () => findMeeting(get, microsoft, 'all-hands'),
    () => findMeeting(get, microsoft, 'volna-mock-ups'),
  ],
  [
    'reads the attendance of a meeting that somebody else organizes',
    async () => get(`${await meetingPath(get, microsoft, 'volna-mock-ups')}/attendanceReports`),
    async () => get(`${await meetingPath(get, microsoft, HALDEN)}/attendanceReports`),
  ],
  [
    'reads transcripts with the permission for meetings',
    async () => asOrganizer(microsoft, ADA, [SCOPE.meetings])(await transcripts(STAND_UP)),
    async () => get(await transcripts(STAND_UP)),
  ],
  [
    'connects a personal account',
    () => asOrganizer(microsoft, 'omar@kestrel.example', ALL_SCOPES)(MEETINGS),
    () => findMeeting(get, microsoft, HALDEN),
  ],
  [
    'lists all transcripts at once for a user',
    () => get(`${MEETINGS}/getAllTranscripts(meetingOrganizerUserId='${microsoft.account(ADA).id}')`),
    async () => get(await transcripts(STAND_UP)),
  ],
  [
    'asks for insights below /me',
    async () => get(`${(await meetingPath(get, microsoft, HALDEN)).replace(ME, '/v1.0/copilot/me')}/aiInsights`),
    async () => {
      const user = `/v1.0/copilot/users/${microsoft.account(ADA).id}`
      return get(`${(await meetingPath(get, microsoft, HALDEN)).replace(ME, user)}/aiInsights`)
    },
  ],
  [
    'uses the id of a transcript in another meeting',
    async () => {
      const id = (await transcriptPath(get, microsoft, STAND_UP)).split('/').at(-1)
      return get(`${await transcripts(HALDEN)}/${id}`)
    },
    async () => get(await transcriptPath(get, microsoft, STAND_UP)),
  ],
  [
    'sorts transcripts at the server',
    async () => get(await transcripts(STAND_UP), { $orderby: 'createdDateTime desc' }),
    async () => get(await transcripts(STAND_UP)),
  ],
]

/** What loses or changes data, beside what the right call yields. */
const DIFFERENT: readonly [mistake: string, wrong: Call<unknown>, right: Call<unknown>][] = [
  [
    'reads the first page of a series only',
    async () => (await get(await transcripts(STAND_UP))).body.value.length,
    async () => itemsOf(await pagesOf(get, await transcripts(STAND_UP))).length,
  ],
  [
    'reads one transcript per meeting',
    async () => (await get(await transcripts(HALDEN), { $top: 1 })).body.value.length,
    async () => (await get(await transcripts(HALDEN))).body.value.length,
  ],
  [
    'follows the URL of the content, which leads to another host',
    async () => new URL((await get(await transcripts(STAND_UP))).body.value[0].transcriptContentUrl).origin,
    async () => microsoft.origin,
  ],
  [
    'takes the difference of the two times for the duration',
    async () => {
      const { createdDateTime, endDateTime } = (await get(await transcripts(STAND_UP))).body.value[1]
      return Date.parse(endDateTime) - Date.parse(createdDateTime)
    },
    async () =>
      Date.parse(`1970-01-01T${(await readVtt(get, microsoft, STAND_UP, 1)).match(/\S+(?=\n<v [^>]*>Buy)/)?.[0]}Z`),
  ],
  [
    'expects two digits in every time',
    async () => (await readVtt(get, microsoft, STAND_UP)).match(/^\d\d:\d\d:\d\d\.\d{3} -->/gm)?.length ?? 0,
    async () => (await readVtt(get, microsoft, STAND_UP)).match(/-->/g)?.length,
  ],
  [
    'expects no time before the start',
    async () => (await readVtt(get, microsoft, HALDEN)).match(/^[\d:.]+ -->/gm)?.length,
    async () => (await readVtt(get, microsoft, HALDEN)).match(/^-?[\d:.]+ -->/gm)?.length,
  ],
  [
    'splits cues at line feeds only',
    async () => (await readVtt(get, microsoft, STAND_UP, 2)).split('\n\n').length,
    async () => (await readVtt(get, microsoft, STAND_UP, 2)).split('\r\n\r\n').length,
  ],
  [
    'expects plain voice tags',
    async () => (await readVtt(get, microsoft, STAND_UP, 2)).match(/<v [^>]+>/g)?.length,
    async () => (await readVtt(get, microsoft, STAND_UP, 2)).match(/<v[. ][^>]+>/g)?.length,
  ],
  [
    'takes every arrow for the head of a cue',
    async () => (await readVtt(get, microsoft, STAND_UP, 2)).match(/-->/g)?.length,
    async () => (await readVtt(get, microsoft, STAND_UP, 2)).match(/^\d+-e3c/gm)?.length,
  ],
  [
    'leaves entities as they are',
    async () => (await readVtt(get, microsoft, STAND_UP, 2)).includes('restarts & drops'),
    async () => (await readVtt(get, microsoft, STAND_UP, 2)).replaceAll('&amp;', '&').includes('restarts & drops'),
  ],
  ['does not expand attendance records', () => records({}), () => records({ $expand: 'attendanceRecords' })],
  [
    'expects an address of every attendee',
    async () => (await records({ $expand: 'attendanceRecords' })).length,
    async () =>
      (await records({ $expand: 'attendanceRecords' })).filter(
        (record: { emailAddress: unknown }) => record.emailAddress,
      ).length,
  ],
  [
    'takes an empty list right after a meeting for the last word',
    async () => (await get(await transcripts('sakurai-delivery'))).body.value.length,
    async () => {
      microsoft.clock.advance(microsoft.settings.transcriptDelayMs)
      get = asOrganizer(microsoft)
      return (await get(await transcripts('sakurai-delivery'))).body.value.length
    },
  ],
  [
    'identifies a transcript by the join URL, which a series has once',
    async () => new Set([joinUrlOf(microsoft, STAND_UP)]).size,
    async () => new Set(itemsOf(await pagesOf(get, await transcripts(STAND_UP))).map(({ id }) => id)).size,
  ],
  [
    'reads the content of insights from their list',
    async () => {
      const user = `/v1.0/copilot/users/${microsoft.account(ADA).id}`
      const path = `${(await meetingPath(get, microsoft, HALDEN)).replace(ME, user)}/aiInsights`
      return (await get(path)).body.value[0].actionItems?.length
    },
    async () => 3,
  ],
]

describe('an adapter for Teams is refused when it', () => {
  test.each(REFUSED)('%s', async (_, wrong, right) => {
    const refusal = await wrong()
    expect(refusal.status).toBeGreaterThanOrEqual(400)
    expect(refusal.body.error.code).not.toBe('')
    microsoft.settings.graphTranscripts = 'enabled'
    expect((await right()).status).toBe(200)
  })
})

describe('an adapter for Teams gets other data when it', () => {
  test.each(DIFFERENT)('%s', async (_, wrong, right) => {
    const found = await wrong()
    expect(found).not.toEqual(await right())
  })
})
