import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, createGet, type Get, type JsonResponse } from '../harness.ts'
import { addTalk, createMeetGet, DAY_MS, findRecord, listAll, RECORDS } from './harness.ts'

type Json = JsonResponse['body']

let google: GoogleSandbox
let get: Get
let people: Get
/** A conference with 130 sentences, an hour ago. */
let talk: ReturnType<typeof addTalk>
let entries: string

beforeAll(async () => {
  google = await startGoogle()
  get = createMeetGet(google)
  people = createGet(google, ADA, [SCOPE.directoryReadonly])
  talk = addTalk(google, { lines: 130 })
  entries = `${RECORDS}/${talk.id}/transcripts/${talk.transcripts[0]?.id}/entries`
})
afterAll(() => google.stop())

const texts = (items: Json[]) => items.map(({ text }) => text)
const names = (items: Json[] = []) => items.map(({ name }) => name)
const page = async (path: string, name: string, query = {}) => (await get(path, query)).body[name] ?? []
const findParticipant = async (code: string, displayName: string): Promise<Json> => {
  const participants: Json[] = await page(`/v2/${await findRecord(get, code)}/participants`, 'participants')
  return participants.find(
    ({ signedinUser, anonymousUser, phoneUser }) =>
      (signedinUser ?? anonymousUser ?? phoneUser).displayName === displayName,
  )
}
const signedInIds = async (): Promise<string[]> => {
  const participants: Json[] = await page(`/v2/${await findRecord(get, 'sta-ndup-mwx')}/participants`, 'participants')
  return participants.flatMap(({ signedinUser }) => signedinUser?.user.replace('users/', '') ?? [])
}
const window = (field: string, quote = '"') =>
  `${field}>=${quote}2026-03-09T00:00:00.000Z${quote} AND ${field}<=${quote}2026-03-16T00:00:00.000Z${quote}`

/** What an adapter might do instead of the right call. The right one succeeds. */
const REFUSED: readonly [mistake: string, wrong: () => Promise<JsonResponse>, right: () => Promise<JsonResponse>][] = [
  [
    'writes times into the filter without quotes',
    () => get(RECORDS, { filter: window('start_time', '') }),
    () => get(RECORDS, { filter: window('start_time') }),
  ],
  [
    'writes times into the filter in single quotes',
    () => get(RECORDS, { filter: window('start_time', "'") }),
    () => get(RECORDS, { filter: window('start_time') }),
  ],
  [
    'names fields of the filter as they are named in the JSON',
    () => get(RECORDS, { filter: window('startTime') }),
    () => get(RECORDS, { filter: window('start_time') }),
  ],
  [
    'sends times of the filter without an offset',
    () => get(RECORDS, { filter: 'start_time>="2026-03-09T00:00:00"' }),
    () => get(RECORDS, { filter: 'start_time>="2026-03-09T00:00:00Z"' }),
  ],
  [
    'joins the conditions of the filter with && ',
    () => get(RECORDS, { filter: 'start_time>="2026-03-09T00:00:00Z" && end_time IS NULL' }),
    () => get(RECORDS, { filter: 'start_time>="2026-03-09T00:00:00Z" AND end_time IS NULL' }),
  ],
  [
    'compares a running conference with null',
    () => get(RECORDS, { filter: 'end_time = null' }),
    () => get(RECORDS, { filter: 'end_time IS NULL' }),
  ],
  [
    'filters entries, which have no filter',
    () => get(entries, { filter: 'start_time>="2026-03-09T00:00:00Z"' }),
    () => get(entries),
  ],
  [
    'sends the page size under the name that Calendar has for it',
    () => get(RECORDS, { maxResults: 100 }),
    () => get(RECORDS, { pageSize: 100 }),
  ],
  [
    'moves the window between two pages',
    async () => {
      const { body } = await get(RECORDS, { pageSize: 2, filter: window('start_time') })
      return get(RECORDS, { filter: 'start_time>="2026-03-10T00:00:00Z"', pageToken: body.nextPageToken })
    },
    async () => {
      const { body } = await get(RECORDS, { pageSize: 2, filter: window('start_time') })
      return get(RECORDS, { filter: window('start_time'), pageToken: body.nextPageToken })
    },
  ],
  [
    'uses the page token of one transcript for another',
    async () => {
      const { body } = await get(entries)
      const other = await findRecord(get, 'hld-rnwl-tms')
      return get(`/v2/${other}/participants`, { pageToken: body.nextPageToken })
    },
    async () => get(entries, { pageToken: (await get(entries)).body.nextPageToken }),
  ],
  [
    'asks for the scope of created spaces and reads somebody else’s meeting',
    async () => createMeetGet(google, ADA, [SCOPE.meetCreated])(`/v2/${await findRecord(get, 'kfw-eekl-yqz')}`),
    async () => get(`/v2/${await findRecord(get, 'kfw-eekl-yqz')}`),
  ],
  [
    'reads conferences with the scope of the calendar',
    () => createGet(google, ADA, [SCOPE.calendarReadonly])(RECORDS),
    () => get(RECORDS),
  ],
  [
    'changes the letters of a space’s id to lower case, as it does with codes',
    async () => get(`/v2/${(await get('/v2/spaces/kfw-eekl-yqz')).body.name.toLowerCase()}`),
    async () => get(`/v2/${(await get('/v2/spaces/KFW-EEKL-YQZ')).body.name}`),
  ],
  [
    'takes the meeting code for the id of the conference',
    () => get(`${RECORDS}/kfw-eekl-yqz/transcripts`),
    async () => get(`/v2/${await findRecord(get, 'kfw-eekl-yqz')}/transcripts`),
  ],
  [
    'looks people up by the id that they have in the conference',
    async () => {
      const { name } = await findParticipant('sta-ndup-mwx', 'Dmitri Okafor')
      return people(`/v1/people/${name.split('/').at(-1)}`, { personFields: 'names,emailAddresses' })
    },
    async () => {
      const { signedinUser } = await findParticipant('sta-ndup-mwx', 'Dmitri Okafor')
      return people(`/v1/people/${signedinUser.user.replace('users/', '')}`, { personFields: 'names,emailAddresses' })
    },
  ],
  [
    'looks people up without naming the fields',
    () => people('/v1/people/me'),
    () => people('/v1/people/me', { personFields: 'emailAddresses' }),
  ],
  [
    'gives up on all transcripts because one is refused, instead of skipping it',
    async () => get(`/v2/${await findRecord(get, 'brd-prea-dxy')}/transcripts`),
    async () => get(`/v2/${await findRecord(get, 'hld-rnwl-tms')}/transcripts`),
  ],
]

/** What loses or changes data, beside what the right call yields. */
const DIFFERENT: readonly [mistake: string, wrong: () => Promise<unknown>, right: () => Promise<unknown>][] = [
  [
    'reads the first page of entries only',
    async () => texts(await page(entries, 'transcriptEntries')),
    async () => texts(await listAll(get, entries, 'transcriptEntries', { pageSize: 100 })),
  ],
  [
    'trusts that one page of the maximum size holds a whole transcript',
    async () => texts(await page(entries, 'transcriptEntries', { pageSize: 10_000 })),
    async () => texts(await listAll(get, entries, 'transcriptEntries', { pageSize: 100 })),
  ],
  [
    'continues after the time of the last conference instead of with the page token',
    async () => {
      const [first] = await page(RECORDS, 'conferenceRecords', { pageSize: 1 })
      const filter = `start_time>="${first.startTime}"`
      return [first.name, ...names(await page(RECORDS, 'conferenceRecords', { filter }))]
    },
    async () => names(await listAll(get, RECORDS, 'conferenceRecords', { pageSize: 1 })),
  ],
  [
    'reads one transcript per conference',
    async () => {
      const path = `/v2/${await findRecord(get, 'ppl-rvws-abc')}/transcripts`
      return names(await page(path, 'transcripts', { pageSize: 1 }))
    },
    async () => names(await page(`/v2/${await findRecord(get, 'ppl-rvws-abc')}/transcripts`, 'transcripts')),
  ],
  [
    'identifies a meeting by its code, which a series uses again',
    async () => [await findRecord(get, 'kfw-eekl-yqz')],
    async () => names(await page(RECORDS, 'conferenceRecords', { filter: 'space.meeting_code = "kfw-eekl-yqz"' })),
  ],
  [
    'takes a transcript whose file is not there yet',
    async () => {
      const [{ name }] = await page(`/v2/${await findRecord(get, 'kwh-lnch-chk')}/transcripts`, 'transcripts')
      return texts(await page(`/v2/${name}/entries`, 'transcriptEntries', { pageSize: 100 }))
    },
    async () => {
      const later = await startGoogle()
      later.clock.advance(later.settings.meetFileDelayMs)
      const read = createMeetGet(later)
      const [{ name }] = (await read(`/v2/${await findRecord(read, 'kwh-lnch-chk')}/transcripts`)).body.transcripts
      const all = await read(`/v2/${name}/entries`, { pageSize: 100 })
      await later.stop()
      return texts(all.body.transcriptEntries)
    },
  ],
  [
    'makes addresses of display names',
    async () => {
      const { anonymousUser } = await findParticipant('hld-rnwl-tms', 'Astrid Vik')
      return [`${anonymousUser.displayName.toLowerCase().replace(' ', '.')}@halden.example`]
    },
    async () => {
      const { body } = await createGet(google, ADA)('/calendar/v3/calendars/primary/events', {
        q: 'terms of the renewal',
      })
      return body.items[0].attendees.map(({ email }: { email: string }) => email)
    },
  ],
  [
    'expects the list to be there when it is empty',
    async () => (await get(RECORDS, { filter: 'start_time>="2027-01-01T00:00:00Z"' })).body.conferenceRecords,
    async () => [],
  ],
  [
    'takes every signed-in user for a person, also the device of a room',
    async () => signedInIds(),
    async () => {
      const ids = await signedInIds()
      const found = await Promise.all(ids.map((id) => people(`/v1/people/${id}`, { personFields: 'names' })))
      return ids.filter((_, index) => found[index]?.status === 200)
    },
  ],
  [
    'counts sessions instead of participants',
    async () => {
      const { name } = await findParticipant('sta-ndup-mwx', 'Bilal Haddad')
      return (await page(`/v2/${name}/participantSessions`, 'participantSessions')).length
    },
    async () => {
      const { name } = await findParticipant('sta-ndup-mwx', 'Bilal Haddad')
      return [(await get(`/v2/${name}`)).body].length
    },
  ],
]

describe('an adapter for Meet is refused when it', () => {
  test.each(REFUSED)('%s', async (_, wrong, right) => {
    const refusal = await wrong()
    expect(refusal.status).toBeGreaterThanOrEqual(400)
    expect(refusal.body.error.message).not.toBe('')
    expect((await right()).status).toBe(200)
  })
})

describe('an adapter for Meet gets other data when it', () => {
  test.each(DIFFERENT)('%s', async (_, wrong, right) => {
    const [found, expected] = [await wrong(), await right()]
    expect(found).not.toEqual(expected)
  })
})

test('an adapter that starts more than 30 days ago finds nothing that old', async () => {
  const before = new Date(google.clock.now() - 31 * DAY_MS).toISOString()
  expect((await get(RECORDS, { filter: `end_time<="${before}"` })).body).toEqual({})
})
