import { afterEach, describe, expect, test } from '@jest/globals'
import { ADA } from './system.ts'
import {
  HOUR,
  listTranscriptions,
  MINUTE,
  oauth,
  participants,
  TALK,
  type Transcription,
  toLocal,
} from './transcriptions.ts'
import { startWholeSystem, type WholeSystem } from './whole-system.ts'

let system: WholeSystem
afterEach(() => system.stop())

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

const isNotReady = (warning: string) => warning.includes('is not ready yet')

describe('every transcript arrives once, and one that is ready 22 hours later arrives then', () => {
  test('from Google Meet', async () => {
    system = await startYesterday()
    const { google, clock } = system.sandbox
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
    const arrived = idsOf(await listTranscriptions(system))
    for (let count = 0; count < 2; count += 1) await expectNothingNew(id)
    expect(idsOf(await listTranscriptions(system))).toEqual(arrived)

    clock.advance(23 * HOUR)
    const later = await system.run(id, 'transcription')
    expect([later.state, later.updated, later.warnings.filter(isNotReady)]).toEqual(['ok', 0, []])
    await expectNothingNew(id)
    const meetings = await listSandboxMeetings('google-meet')
    const expected = meetings.filter(
      (meeting) => meeting.code !== 'brd-prea-dxy' && (meeting.start ?? 0) > start - 30 * 24 * HOUR,
    )
    const ids = expected.flatMap(({ transcripts }) => transcripts)
    expect(idsOf(await listTranscriptions(system))).toEqual(ids.sort())
    expect(ids.length - arrived.length).toBe(3)
  })

  test('from Teams', async () => {
    system = await startYesterday()
    const { microsoft, clock } = system.sandbox
    const start = clock.now()
    for (const [ago, delayMs] of [
      [40, MINUTE],
      [20, 22 * HOUR],
    ] as const) {
      const times = { start: start - ago * MINUTE, end: start - (ago - 5) * MINUTE }
      const event = { key: `call ${ago}`, subject: `Call ${ago}`, start: toLocal(times.start), end: toLocal(times.end) }
      const session = { ...times, participants, transcripts: [{ talk: TALK, delayMs }] }
      microsoft.addMeeting(ADA, { ...event, timeZone: 'UTC' }, session)
    }
    const id = await system.connect('teams')
    expect(await system.run(id, 'transcription')).toMatchObject({ state: 'ok', updated: 0, failedCount: 0 })
    const arrived = idsOf(await listTranscriptions(system))
    for (let count = 0; count < 2; count += 1) await expectNothingNew(id)
    expect(idsOf(await listTranscriptions(system))).toEqual(arrived)

    clock.advance(23 * HOUR)
    expect(await system.run(id, 'transcription')).toMatchObject({ state: 'ok', updated: 0, failedCount: 0 })
    await expectNothingNew(id)
    const meetings = await listSandboxMeetings('teams')
    const expected = meetings.filter(({ subject, expired }) => !expired && !subject?.startsWith('All-hands'))
    const ids = expected.flatMap(({ transcripts }) => transcripts)
    expect(idsOf(await listTranscriptions(system))).toEqual(ids.sort())
    expect(ids.length - arrived.length).toBe(2)
  })
})

test.each(['google-meet', 'teams'])('a key brings the same transcripts of %s as a sign-in', async (application) => {
  system = await startWholeSystem({ google: { oauth }, microsoft: { oauth } })
  const signedIn = await system.run(await system.connect(application), 'transcription')
  const ids = idsOf(await listTranscriptions(system))
  const run = await system.run(await system.connect(application, { method: 'key' }), 'transcription')
  expect(run).toMatchObject({ state: 'ok', created: 0, updated: 0, unchanged: signedIn.created, failedCount: 0 })
  expect(run.warnings).toHaveLength(signedIn.warnings.length)
  expect(idsOf(await listTranscriptions(system))).toEqual(ids)
})

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
    expect(await listTranscriptions(system)).toEqual([])
    expect(microsoft.ledger.count({ path: '/**/oauth2/v2.0/token' })).toBe(1)

    microsoft.settings.graphTranscripts = 'enabled'
    const run = await system.run(id, 'transcription')
    expect(run).toMatchObject({ state: 'ok', error: null })
    expect(run.created).toBeGreaterThan(5)
    expect((await system.connectionOf(id)).status).toBe('active')
    expect((await listTranscriptions(system)).length).toBeGreaterThan(5)
  })

  test('turned off is said on the page of a person who connects, with who allows it', async () => {
    system = await startWholeSystem({ microsoft: { oauth, settings: { graphTranscripts: 'disabled' } } })
    await expect(system.connect('teams')).rejects.toThrow(
      /An administrator allows it .* Connecting again does not help\. Close this window\. Connect again as soon as that is resolved\./,
    )
  })
})
