import { describe, expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { defineRecordings } from '../../../kit/recordings.ts'
import { recording, replay } from '../recordings.ts'
import { ALL_SCOPES, aKeyCredential, aTeamsCredential, syncAll, syncTranscriptions, teamsCall } from './builders.ts'

cutNetwork()

const MEETING = 'MSo4YTFmMGM3ZS0yZjVkLTRiMGEtOWQxZS0zYzViN2E5ZTFmMjAqMCoqMTk6bWVldGluZ1A=='
const OTHER_MEETING = MEETING.replace('1A==', '1B==')
const TRANSCRIPT = 'MSMjMCMjZDAwYWU3NjUtNmM2Yi00NjQxLTgwMWQtMTkzMmFmMjEzNzdh'
const at = (time: string) => Date.parse(`2026-11-${time}Z`)

describe('a sync of transcriptions', () => {
  test('delivers a transcript with the people of its event, who attended, and what Copilot wrote', async () => {
    const waiting = replay('teams/a-meeting-with-everything')
    const call = teamsCall()
    const { items, metadata, pagination } = await syncTranscriptions({}, call, aTeamsCredential(ALL_SCOPES))
    const bob = { email: 'bob@example.org', friendlyName: 'Bob Hill' }
    expect(items).toEqual([
      {
        blockType: 'transcription',
        provider: 'provider-hub',
        application: 'teams',
        externalId: `${MEETING}/${TRANSCRIPT}`,
        uri: expect.stringMatching(/^https:\/\/teams\.microsoft\.com\/l\/meetup-join\/19%3ameeting_weekly1%40/),
        title: 'Weekly',
        dateStart: Date.parse('2026-11-02T09:01:24.896Z'),
        duration: 2_400_338,
        organizedBy: { email: 'ann@example.com', friendlyName: 'Ann Lee' },
        attendees: [
          bob,
          { email: 'ann@example.com', friendlyName: 'Ann Lee' },
          { email: 'cleo@example.net', friendlyName: 'Cleo Marin' },
        ],
        transcript: {
          title: 'Weekly',
          text: "[00:00:00] Ann Lee: Good morning & welcome.\n[00:00:06] Bob Hill: I'll send the proposal by Friday.",
        },
        processingStage: 'processed',
        outline: [
          {
            title: 'Proposal',
            text: 'Bob presents the proposal.',
            children: [{ title: 'Price', text: 'It stays.' }, { title: 'Two options are enough.' }],
          },
        ],
        tasks: [
          { title: 'Send the proposal', text: 'Bob sends the proposal by Friday.', assignedTo: bob },
          { title: 'Book a room.' },
        ],
      },
    ])
    expect(metadata).toBeUndefined()
    expect(pagination).toEqual({ hasMore: false, pageSize: 1 })
    // Events that still go on, and meetings elsewhere, cost no request.
    expect(call.meter.calls).toBe(8)
    expect(waiting()).toEqual([])
  })

  test('finds the transcripts of a series once, each by its time, newest first', async () => {
    const waiting = replay('teams/a-series-with-five-transcripts')
    const call = teamsCall()
    const { items } = await syncAll({}, call)
    expect(items.map(({ dateStart, transcript }) => [dateStart, transcript.text])).toEqual([
      [at('05T15:00:00'), '[00:00:05] Ann Lee: transcript 5'],
      [at('04T09:00:10'), '[00:00:04] Ann Lee: transcript 4'],
      [at('02T09:30:00'), '[00:00:03] Ann Lee: transcript 3'],
      [at('02T09:01:00'), '[00:00:02] Ann Lee: transcript 2'],
    ])
    expect(new Set(items.map(({ externalId }) => externalId)).size).toBe(4)
    expect(items.every(({ externalId }) => externalId.startsWith(`${OTHER_MEETING}/`))).toBe(true)
    expect(call.meter.calls).toBe(1 + 1 + 2 + 4)
    expect(waiting()).toEqual([])
  })

  test('takes the length of a transcript without an end from its last cue', async () => {
    replay('teams/a-series-with-five-transcripts')
    const { items } = await syncAll()
    expect(items.map(({ duration }) => duration)).toEqual([600_000, 14_000, 660_000, 1_140_000])
  })

  test('reads a series page by page without finding it again', async () => {
    const waiting = replay('teams/a-series-with-five-transcripts')
    // The window is read for each page, so that the same events decide what belongs to them.
    for (let page = 1; page < 4; page += 1) replayView('teams/a-series-with-five-transcripts')
    const call = teamsCall()
    const { pages, items } = await syncAll({ limit: 1 }, call)
    expect(pages.map(({ items: { length } }) => length)).toEqual([1, 1, 1, 1])
    expect(items.map(({ dateStart }) => dateStart)).toEqual([
      at('05T15:00:00'),
      at('04T09:00:10'),
      at('02T09:30:00'),
      at('02T09:01:00'),
    ])
    expect(call.meter.calls).toBe(4 + 1 + 2 + 4)
    expect(waiting()).toEqual([])
  })

  test('is silent about a meeting whose transcript is not there yet, or never will be', async () => {
    const waiting = replay('teams/no-transcript-yet')
    expect(await syncTranscriptions()).toEqual({ items: [], pagination: { hasMore: false, pageSize: 0 } })
    expect(waiting()).toEqual([])
  })

  test('of an account that was connected with a key reads the paths of its address', async () => {
    const waiting = replay('teams/a-meeting-read-with-a-key')
    // A key lists no scopes, so the parts that were not recorded are requested and left out.
    const { items } = await syncTranscriptions({}, teamsCall(), {
      ...aKeyCredential(),
      profile: { method: 'key', scopes: [] },
    })
    expect(items).toHaveLength(1)
    expect(waiting()).toEqual([])
  })

  test.each([
    ['an empty window', { dateEnd: at('01T00:00:00') }],
    ['a window that is ahead', { dateStart: at('08T10:00:00'), dateEnd: at('09T00:00:00') }],
  ])('requests nothing for %s', async (_, filter) => {
    const call = teamsCall()
    expect((await syncTranscriptions(filter, call)).items).toEqual([])
    expect(call.meter.calls).toBe(0)
  })
})

function replayView(name: string): void {
  const [view] = recording(name)
  if (view) defineRecordings([view])
}
