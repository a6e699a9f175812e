import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, type Get } from '../harness.ts'
import { addTalk, createMeetGet, findRecord, listAll, RECORDS } from './harness.ts'

let google: GoogleSandbox
let get: Get

beforeEach(async () => {
  google = await startGoogle()
  get = createMeetGet(google)
})
afterEach(() => google.stop())

describe('transcripts', () => {
  test('lead to a document and have one resource per session', async () => {
    const record = await findRecord(get, 'ppl-rvws-abc')
    const { body } = await get(`/v2/${record}/transcripts`)
    expect(body.transcripts).toHaveLength(2)
    const [first, second] = body.transcripts
    expect(first).toEqual({
      name: expect.stringContaining(`${record}/transcripts/`),
      state: 'FILE_GENERATED',
      startTime: '2026-03-11T14:02:00Z',
      endTime: '2026-03-11T14:12:00Z',
      docsDestination: {
        document: expect.any(String),
        exportUri: expect.stringMatching(/^https:\/\/docs\.google\.com\/document\/d\/\w+\/view$/),
      },
    })
    expect(second.startTime > first.endTime).toBe(true)
    expect((await get(`/v2/${second.name}`)).body).toEqual(second)
    expect((await get(`/v2/${record}/transcripts/nothing`)).status).toBe(404)
  })

  test('are started, ended, and generated after a delay', async () => {
    const now = google.clock.now()
    const { id } = google.addConference(ADA, {
      start: now - 10 * 60_000,
      end: now + 10 * 60_000,
      participants: [{ speaker: 'ada', email: ADA }],
      transcripts: [{ talk: Array.from({ length: 20 }, (_, index) => `ada: ${index}`).join('\n') }],
    })
    const path = `${RECORDS}/${id}/transcripts`
    const read = async () => (await get(path)).body.transcripts[0]
    const countEntries = async () => {
      const [transcript] = (await get(path)).body.transcripts
      return (await listAll(get, `/v2/${transcript.name}/entries`, 'transcriptEntries')).length
    }
    expect(await read()).toEqual({ name: expect.any(String), state: 'STARTED', startTime: '2026-03-16T08:50:00Z' })
    expect(await countEntries()).toBeLessThan(10)
    google.clock.advance(10 * 60_000)
    expect(await read()).toMatchObject({ state: 'ENDED', endTime: '2026-03-16T09:10:00Z' })
    expect(await read()).not.toHaveProperty('docsDestination')
    expect(await countEntries()).toBe(10)
    google.settings.meetEntriesBeforeFile = 'none'
    expect(await countEntries()).toBe(0)
    google.clock.advance(google.settings.meetFileDelayMs)
    expect(await read()).toMatchObject({ state: 'FILE_GENERATED', docsDestination: {} })
    expect(await countEntries()).toBe(20)
  })

  test('can be added to a conference', async () => {
    const conference = addTalk(google)
    google.addMeetTranscript(conference.id, { talk: 'bilal: And again.', from: 20, to: 25 })
    const { body } = await get(`${RECORDS}/${conference.id}/transcripts`)
    expect(body.transcripts).toHaveLength(2)
    expect(() => google.addMeetTranscript(conference.id, { talk: 'nobody: Hello.' })).toThrow(
      'not among the participants',
    )
    expect(() => google.addMeetTranscript('unknown', { talk: 'ada: Hello.' })).toThrow('no conference')
    expect(google.removeConference(conference.id)).toBe(true)
    expect((await get(`${RECORDS}/${conference.id}`)).status).toBe(404)
  })

  test('are missing where nobody transcribed, and then the list is left out', async () => {
    const end = google.clock.now() - 60_000
    const participants = [{ speaker: 'ada', email: ADA }]
    const { id } = google.addConference(ADA, { start: end - 60_000, end, participants })
    for (const list of ['transcripts', 'recordings', 'smartNotes']) {
      expect((await get(`${RECORDS}/${id}/${list}`)).body).toEqual({})
    }
  })
})

describe('entries', () => {
  test('come ten at a time by default, and a hundred at most', async () => {
    const { id, transcripts } = addTalk(google, { lines: 130 })
    const path = `${RECORDS}/${id}/transcripts/${transcripts[0]?.id}/entries`
    expect((await get(path)).body.transcriptEntries).toHaveLength(10)
    const { body } = await get(path, { pageSize: 500 })
    expect(body.transcriptEntries).toHaveLength(100)
    const all = await listAll(get, path, 'transcriptEntries', { pageSize: 100 })
    expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 130 }, (_, index) => `Sentence ${index + 1}.`))
    expect(all[0]).toEqual({
      name: expect.stringContaining('/entries/'),
      participant: expect.stringMatching(/\/participants\/\d+$/),
      text: 'Sentence 1.',
      languageCode: 'en-US',
      startTime: expect.stringMatching(/Z$/),
      endTime: expect.stringMatching(/Z$/),
    })
    expect((await get(`/v2/${all[7].name}`)).body).toEqual(all[7])
    expect((await get(path, { filter: 'start_time > "2026-03-01T00:00:00Z"' })).status).toBe(400)
  })

  test('name participants by the id that they have in the conference', async () => {
    const record = await findRecord(get, 'hld-rnwl-tms')
    const { participants } = (await get(`/v2/${record}/participants`)).body
    const names = participants.map(({ name }: { name: string }) => name)
    const [transcript] = (await get(`/v2/${record}/transcripts`)).body.transcripts
    const entries = await listAll(get, `/v2/${transcript.name}/entries`, 'transcriptEntries', { pageSize: 100 })
    expect(entries.length).toBeGreaterThan(25)
    expect(entries.filter(({ participant }) => !names.includes(participant))).toEqual([])
    expect(entries.map(({ text }) => text).join(' ')).toContain("I'll send the revised price list by Friday")
  })
})

describe('participants', () => {
  test('are users, room devices, callers or guests, without an address', async () => {
    const record = await findRecord(get, 'hld-rnwl-tms')
    const { body } = await get(`/v2/${record}/participants`)
    expect(body).not.toHaveProperty('totalSize')
    expect(body.participants).toContainEqual(expect.objectContaining({ anonymousUser: { displayName: 'Astrid Vik' } }))
    expect(body.participants).toContainEqual(
      expect.objectContaining({ phoneUser: { displayName: expect.stringContaining('+47') } }),
    )
    expect(body.participants).toContainEqual(
      expect.objectContaining({
        signedinUser: { user: expect.stringMatching(/^users\/\d{21}$/), displayName: 'Ingrid Sørensen' },
      }),
    )
    expect(JSON.stringify(body)).not.toContain('@')
    const counted = await get(`/v2/${record}/participants`, { fields: 'participants/name,totalSize' })
    expect(counted.body.totalSize).toBe(5)
  })

  test('have one session for each time that they joined', async () => {
    const record = await findRecord(get, 'sta-ndup-mwx')
    const { participants } = (await get(`/v2/${record}/participants`)).body
    const bilal = participants.find(
      ({ signedinUser }: { signedinUser?: { displayName: string } }) => signedinUser?.displayName === 'Bilal Haddad',
    )
    const { body } = await get(`/v2/${bilal.name}/participantSessions`)
    expect(body.participantSessions).toHaveLength(2)
    const [last, first] = body.participantSessions
    expect(first).toMatchObject({ startTime: bilal.earliestStartTime })
    expect(last).toMatchObject({ endTime: bilal.latestEndTime })
    expect((await get(`/v2/${last.name}`)).body).toEqual(last)
    expect(participants).toContainEqual(
      expect.objectContaining({ signedinUser: expect.objectContaining({ displayName: 'Paris-2-Seine' }) }),
    )
  })

  test('can be filtered by when they came and went', async () => {
    const record = await findRecord(get, 'sta-ndup-mwx')
    const path = `/v2/${record}/participants`
    const late = await get(path, { filter: 'earliest_start_time > "2026-03-12T08:30:30Z"' })
    expect(late.body.participants).toHaveLength(1)
    expect((await get(path, { filter: 'latest_end_time IS NULL' })).body).toEqual({})
    expect((await get(path, { filter: 'earliestStartTime > "2026-03-12T08:30:30Z"' })).status).toBe(400)
  })
})

describe('recordings and notes', () => {
  test('lead to files in Drive', async () => {
    const record = await findRecord(get, 'kfw-eekl-yqz')
    const { recordings } = (await get(`/v2/${record}/recordings`)).body
    expect(recordings).toEqual([
      expect.objectContaining({
        state: 'FILE_GENERATED',
        driveDestination: expect.objectContaining({ file: expect.any(String) }),
      }),
    ])
    const { smartNotes } = (await get(`/v2/${record}/smartNotes`)).body
    expect(smartNotes).toEqual([expect.objectContaining({ docsDestination: expect.any(Object) })])
    expect((await get(`/v2/${smartNotes[0].name}`)).body).toEqual(smartNotes[0])
  })
})
