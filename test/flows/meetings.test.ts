import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { PEOPLE } from '../../sandbox/core/fixtures.ts'
import { ADA } from './system.ts'
import { startWholeSystem, type WholeSystem } from './whole-system.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BILAL = PEOPLE.bilal.email

/** Tokens live longer than a test, whatever it does to the clock. */
const oauth = { accessTokenLifetimeMs: 72 * HOUR }

let system: WholeSystem
afterEach(() => system.stop())

interface Transcription {
  _id: string
  title: string
  externalId: string
  dateStart: number
  organizedBy: { email: string } | null
  attendees: { email: string; friendlyName: string | null }[]
  event: { title: string; _id: string } | null
}

interface Task {
  title: string
  dateDue: number | null
  assignedTags: { email: string }[]
  originReferenceBlock: { id: string }
}

const SEARCH = `query S($input: GraphSearchInput!) { searchGraph(input: $input) {
  _id ... on Transcription { title externalId dateStart organizedBy { email } attendees { email friendlyName } event { _id title } }
  ... on Task { title dateDue assignedTags { email } originReferenceBlock { id } }
} }`

async function search<Block>(input: object): Promise<Block[]> {
  const all = { tagIds: [await system.tagOf()], size: 50, ...input }
  return (await system.execute<{ searchGraph: Block[] }>(SEARCH, all)).searchGraph
}
const listTranscriptions = () => search<Transcription>({ blockTypes: ['transcription'] })
const listTasks = () => search<Task>({ blockTypes: ['task'], proposed: true })
const idsOf = (transcriptions: readonly Transcription[]) => transcriptions.map(({ externalId }) => externalId).sort()

/** The meetings that the sandbox has, with the ids under which syncs deliver their transcripts. */
async function listSandboxMeetings(application: 'google-meet' | 'teams'): Promise<SandboxMeeting[]> {
  const isMeet = application === 'google-meet'
  const { origin } = isMeet ? system.sandbox.google : system.sandbox.microsoft
  const response = await fetch(`${origin}/_sandbox/${isMeet ? 'conferences' : 'meetings'}`)
  const prefix = isMeet ? 'conferenceRecords/' : ''
  return ((await response.json()) as SandboxMeeting[]).map(({ transcripts, ...meeting }) => ({
    ...meeting,
    transcripts: transcripts.map((id) => `${prefix}${meeting.id}/${isMeet ? 'transcripts/' : ''}${id}`),
  }))
}

interface SandboxMeeting {
  id: string
  transcripts: string[]
  /** Of Meet. */
  code?: string
  start?: number
  /** Of Teams. */
  subject?: string
  expired?: boolean
}

/** A sandbox whose meetings took place a day ago, as the platform sees it. */
const startYesterday = () => {
  const clock = { start: new Date(Date.now() - 23 * HOUR).toISOString(), follow: true }
  return startWholeSystem({ clock, google: { oauth }, microsoft: { oauth } })
}

/** Runs a sync that has nothing new to deliver, although it reads the last day again. */
async function expectNothingNew(connectionId: string): Promise<void> {
  const run = await system.run(connectionId, 'transcription')
  expect(run).toMatchObject({ state: 'ok', created: 0, updated: 0, failedCount: 0 })
  expect(run.unchanged).toBeGreaterThan(0)
}

const TALK = 'ada: Is it on?\nbilal: It is on now.'
const isNotReady = (warning: string) => warning.includes('is not ready yet')

describe('every transcript arrives once, and one that is ready 22 hours later arrives then', () => {
  test('from Google Meet', async () => {
    system = await startYesterday()
    const { google, clock } = system.sandbox
    const participants = [
      { speaker: 'ada', email: ADA },
      { speaker: 'bilal', email: BILAL },
    ]
    const start = clock.now()
    for (const [ago, delayMs] of [
      [40, MINUTE],
      [20, 22 * HOUR],
    ] as const) {
      const times = { start: start - ago * MINUTE, end: start - (ago - 5) * MINUTE }
      google.addConference(ADA, { ...times, participants, transcripts: [{ talk: TALK, delayMs }] })
    }
    const id = await system.connect('google-meet')
    const first = await system.run(id, 'transcription')
    expect(first).toMatchObject({ state: 'ok', updated: 0, failedCount: 0 })
    // Ours, and two of the sandbox's own.
    expect(first.warnings.filter(isNotReady)).toHaveLength(3)
    const arrived = idsOf(await listTranscriptions())
    for (let count = 0; count < 2; count += 1) await expectNothingNew(id)
    expect(idsOf(await listTranscriptions())).toEqual(arrived)

    clock.advance(23 * HOUR)
    const later = await system.run(id, 'transcription')
    expect([later.state, later.updated, later.warnings.filter(isNotReady)]).toEqual(['ok', 0, []])
    await expectNothingNew(id)
    const meetings = await listSandboxMeetings('google-meet')
    const expected = meetings.filter(
      (meeting) => meeting.code !== 'brd-prea-dxy' && (meeting.start ?? 0) > start - 30 * 24 * HOUR,
    )
    const ids = expected.flatMap(({ transcripts }) => transcripts)
    expect(idsOf(await listTranscriptions())).toEqual(ids.sort())
    expect(ids.length - arrived.length).toBe(3)
  })

  test('from Teams', async () => {
    system = await startYesterday()
    const { microsoft, clock } = system.sandbox
    const participants = [
      { speaker: 'ada', address: ADA },
      { speaker: 'bilal', address: BILAL },
    ]
    const start = clock.now()
    for (const [ago, delayMs] of [
      [40, MINUTE],
      [20, 22 * HOUR],
    ] as const) {
      const times = { start: start - ago * MINUTE, end: start - (ago - 5) * MINUTE }
      const toLocal = (time: number) => new Date(time).toISOString().slice(0, 19)
      const event = { key: `call ${ago}`, subject: `Call ${ago}`, start: toLocal(times.start), end: toLocal(times.end) }
      const session = { ...times, participants, transcripts: [{ talk: TALK, delayMs }] }
      microsoft.addMeeting(ADA, { ...event, timeZone: 'UTC' }, session)
    }
    const id = await system.connect('teams')
    expect(await system.run(id, 'transcription')).toMatchObject({ state: 'ok', updated: 0, failedCount: 0 })
    const arrived = idsOf(await listTranscriptions())
    for (let count = 0; count < 2; count += 1) await expectNothingNew(id)
    expect(idsOf(await listTranscriptions())).toEqual(arrived)

    clock.advance(23 * HOUR)
    expect(await system.run(id, 'transcription')).toMatchObject({ state: 'ok', updated: 0, failedCount: 0 })
    await expectNothingNew(id)
    const meetings = await listSandboxMeetings('teams')
    const expected = meetings.filter(({ subject, expired }) => !expired && !subject?.startsWith('All-hands'))
    const ids = expected.flatMap(({ transcripts }) => transcripts)
    expect(idsOf(await listTranscriptions())).toEqual(ids.sort())
    expect(ids.length - arrived.length).toBe(2)
  })
})

describe('a meeting', () => {
  beforeEach(async () => {
    system = await startWholeSystem({ google: { oauth }, microsoft: { oauth } })
  })

  test('belongs to its event in the own calendar, and its people are those whose addresses are known', async () => {
    for (const [calendar, application] of [
      ['google-calendar', 'google-meet'],
      ['outlook-calendar', 'teams'],
    ] as const) {
      await system.run(await system.connect(calendar), 'calendar')
      await system.run(await system.connect(application), 'transcription')
    }
    const transcriptions = await listTranscriptions()
    expect(transcriptions.length).toBeGreaterThan(15)
    const spontaneous = transcriptions.filter(({ title }) => title.startsWith('Google Meet, '))
    expect(spontaneous).toMatchObject([{ event: null, organizedBy: null }])
    for (const { title, event } of transcriptions) if (event) expect(event.title).toBe(title)
    expect(transcriptions.filter(({ event }) => event === null)).toEqual(spontaneous)

    const known = new Set([...Object.values(PEOPLE).map(({ email }) => email), 'petersen@messebau-nord.example'])
    const people = transcriptions.flatMap(({ attendees, organizedBy }) => [
      ...attendees,
      ...(organizedBy ? [organizedBy] : []),
    ])
    expect(people.filter(({ email }) => !known.has(email))).toEqual([])
    const halden = transcriptions.find(({ title }) => title === 'Halden: terms of the renewal')
    expect(halden?.attendees.map(({ email }) => email.split('@')[0]).sort()).toEqual([
      'ada',
      'esther',
      'ingrid',
      'lars',
    ])
    // Signed in to a meeting without an event: the directory knows them.
    expect(spontaneous[0]?.attendees.map(({ friendlyName }) => friendlyName).sort()).toEqual([
      'Ada Moreau',
      'Dmitri Okafor',
    ])
    for (const name of ['Astrid', 'Nora', 'Tom', '+47']) {
      const { searchTags } = await system.execute<{ searchTags: object[] }>(TAGS, {
        search: name,
        tagTypes: ['person'],
      })
      expect([name, searchTags]).toEqual([name, []])
    }
  })

  test('belongs to the event in the calendar of a colleague who shares it, if the own one has none', async () => {
    const { google, clock } = system.sandbox
    const hour = Math.floor(clock.now() / HOUR) * HOUR
    const [start, end] = [hour - 3 * HOUR, hour - 2 * HOUR]
    const toLocal = (time: number) => new Date(time).toISOString().slice(0, 19)
    const guests = [ADA, BILAL].map((email) => ({ email, responseStatus: 'accepted' as const }))
    const code = 'brd-gues-tsx'
    const event = {
      summary: 'Guests of the fair',
      start: toLocal(start),
      end: toLocal(end),
      timeZone: 'UTC',
      meet: code,
    }
    google.addEvent(BILAL, 'primary', { ...event, attendees: guests, organizer: { email: BILAL } })
    const participants = [
      { speaker: 'ada', email: ADA },
      { speaker: 'bilal', email: BILAL },
    ]
    google.addConference(BILAL, { code, start, end: start + 20 * MINUTE, participants, transcripts: [{ talk: TALK }] })
    const id = await system.connect('google-meet')
    await system.run(id, 'transcription')
    await system.run(await system.connect('google-calendar', { person: BILAL }), 'calendar', BILAL)
    const findCall = async () => (await listTranscriptions()).find(({ dateStart }) => dateStart === start)
    expect(await findCall()).toMatchObject({ title: expect.stringMatching(/^Google Meet, /), event: null })

    const all = { tagIds: [await system.tagOf(BILAL)], blockTypes: ['event'] }
    const found = await system.execute<{ searchGraph: { _id: string }[] }>(EVENTS, all, BILAL)
    const sharingTag = { email: ADA, shared: true, sharingLevel: 1, sharingApproach: 1 }
    const referenceBlock = { id: found.searchGraph[0]?._id, blockType: 'event' }
    await system.execute(SHARE, { referenceBlock, sharingTag }, BILAL)
    expect(await findCall()).toMatchObject({ event: { title: 'Guests of the fair' } })
  })

  test('leaves proposed tasks: action items of the vendor, or what somebody promised by a day', async () => {
    for (const [calendar, application] of [
      ['google-calendar', 'google-meet'],
      ['outlook-calendar', 'teams'],
    ] as const) {
      await system.run(await system.connect(calendar), 'calendar')
      await system.run(await system.connect(application), 'transcription')
    }
    const tasks = await listTasks()
    const dueOf = (text: string) => {
      const found = tasks.filter(({ title }) => title.includes(text))
      expect([text, found.length]).toEqual([text, 1])
      return [found[0]?.assignedTags.map(({ email }) => email).join(), toLocalDay(found[0]?.dateDue)]
    }
    // From the insights of Teams, which name no days: the text does.
    expect(dueOf('Send both versions of the contract')).toEqual([ADA, 'Monday 17'])
    expect(dueOf('Book the room for the signature')).toEqual([PEOPLE.ingrid.email, 'Thursday 17'])
    expect(dueOf('Send the copy of the delivery note')).toEqual([PEOPLE.esther.email, undefined])
    // They are those of the whole call, and not found again in its second transcript.
    expect(tasks.filter(({ title }) => /both versions|room for the signature/.test(title))).toHaveLength(2)
    expect(dueOf('the revised price list by Friday')).toEqual([ADA, 'Friday 17'])
    expect(dueOf("I'll send the proposal by Friday")).toEqual([ADA, 'Friday 17'])
    expect(dueOf('Ich schicke Ihnen das Logo bis Freitag')).toEqual([ADA, 'Friday 17'])
    expect(dueOf('send the proofs tomorrow morning')).toEqual([PEOPLE.yulia.email, 'Wednesday 17'])
    const transcriptions = new Map((await listTranscriptions()).map((block) => [block._id, block]))
    for (const { title, dateDue, originReferenceBlock } of tasks) {
      const { dateStart = 0 } = transcriptions.get(originReferenceBlock.id) ?? {}
      expect([title, dateDue === null || dateDue >= dateStart]).toEqual([title, true])
    }
  })
})

const TAGS = 'query T($input: SearchTagsInput!) { searchTags(input: $input) { alias email } }'
const EVENTS = 'query E($input: GraphSearchInput!) { searchGraph(input: $input) { _id title } }'
const SHARE = 'mutation A($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id } } }'

function toLocalDay(time: number | null | undefined): string | undefined {
  if (typeof time !== 'number') return undefined
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', ...options }).format(time)
  return `${format({ weekday: 'long' })} ${format({ hour: '2-digit' })}`
}

describe('the switch of the tenant', () => {
  test('turned off stops the sync of Teams with the sentence for the administrator; turned on again it goes on', async () => {
    system = await startWholeSystem({ microsoft: { oauth } })
    const { microsoft } = system.sandbox
    const id = await system.connect('teams')
    microsoft.settings.graphTranscripts = 'disabled'
    for (let count = 0; count < 2; count += 1) {
      const { state, error } = await system.run(id, 'transcription')
      expect([state, error]).toEqual([
        'failed',
        {
          type: expect.stringMatching(/scope-required$/),
          title: expect.any(String),
          status: 403,
          detail: expect.stringMatching(
            /does not allow applications.*Transcript API access.*Connecting again does not help/,
          ),
        },
      ])
      expect(await system.connectionOf(id)).toMatchObject({ status: 'active' })
    }
    expect(await listTranscriptions()).toEqual([])
    expect(microsoft.ledger.count({ path: '/**/oauth2/v2.0/token' })).toBe(1)

    microsoft.settings.graphTranscripts = 'enabled'
    const run = await system.run(id, 'transcription')
    expect(run).toMatchObject({ state: 'ok', error: null })
    expect(run.created).toBeGreaterThan(5)
    expect((await system.connectionOf(id)).status).toBe('active')
    expect((await listTranscriptions()).length).toBeGreaterThan(5)
  })

  test('turned off is said on the page of a person who connects, with who allows it', async () => {
    system = await startWholeSystem({ microsoft: { oauth, settings: { graphTranscripts: 'disabled' } } })
    await expect(system.connect('teams')).rejects.toThrow(
      /An administrator allows it .* Connecting again does not help\. Close this window\. Connect again as soon as that is resolved\./,
    )
  })
})
