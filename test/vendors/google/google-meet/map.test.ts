import { describe, expect, test } from '@jest/globals'
import type { meet_v2 } from 'googleapis/build/src/apis/meet/index.js'
import type { MeetingEvent } from '../../../../src/kit/transcripts/events.ts'
import { toTranscription } from '../../../../vendors/google/google-meet/map.ts'
import type { Transcript } from '../../../../vendors/google/google-meet/position.ts'

const START = Date.parse('2026-01-05T09:00:00Z')
const CONTEXT = { provider: 'provider-hub', application: 'google-meet', present: [] }

function aTranscript(overrides: Partial<Transcript> = {}): Transcript {
  const meeting = { tries: 0, name: 'conferenceRecords/one', dateStart: START, dateEnd: START + 60_000 }
  return { tries: 0, name: 'conferenceRecords/one/transcripts/t1', isReady: true, meeting, ...overrides }
}

/** An entry of Ann that begins and ends so many seconds after the start of the meeting. */
function anEntry(text: string, from: number, to = from + 1): meet_v2.Schema$TranscriptEntry {
  const toTime = (seconds: number) => new Date(START + seconds * 1000).toISOString()
  return { text, participant: 'conferenceRecords/one/participants/1', startTime: toTime(from), endTime: toTime(to) }
}

const ANN = {
  name: 'conferenceRecords/one/participants/1',
  signedinUser: { user: 'users/108', displayName: 'Ann Lee' },
}

describe('a transcription', () => {
  test('without a start of its own begins with the meeting, and without an end lasts until the last entry', () => {
    const entries = [anEntry('One.', 2, 30), anEntry('Two.', 4, 5)]
    expect(toTranscription(aTranscript(), entries, [ANN], CONTEXT)).toMatchObject({
      dateStart: START,
      duration: 30_000,
      transcript: { text: '[00:00:02] Ann Lee: One.\n[00:00:04] Ann Lee: Two.' },
    })
  })

  test('has what was said before transcription began at its beginning', () => {
    const transcript = aTranscript({ dateStart: START + 10_000, dateEnd: START + 20_000 })
    const result = toTranscription(transcript, [anEntry('Late.', 12), anEntry('Early.', 8)], [ANN], CONTEXT)
    expect(result?.transcript.text).toBe('[00:00:00] Ann Lee: Early.\n[00:00:02] Ann Lee: Late.')
    expect(result?.duration).toBe(10_000)
  })

  test('whose entries say nothing is none', () => {
    expect(toTranscription(aTranscript(), [anEntry(' ', 1), {}], [ANN], CONTEXT)).toBeUndefined()
  })

  test('does not give a speaker the address of a guest of the same name', () => {
    const event: MeetingEvent = {
      joinKeys: [],
      dateStart: START,
      dateEnd: START,
      attendees: [{ email: 'ann@example.org', friendlyName: 'Ann Lee' }],
    }
    const guest = { name: ANN.name, anonymousUser: { displayName: 'Ann Lee' } }
    const result = toTranscription(aTranscript(), [anEntry('Hello.', 1)], [guest], { ...CONTEXT, event })
    expect(result).toMatchObject({
      title: 'Google Meet, 5 January 2026',
      attendees: [{ email: 'ann@example.org', friendlyName: 'Ann Lee' }],
      transcript: { text: '[00:00:01] Ann Lee: Hello.' },
    })
    expect(result).not.toHaveProperty('organizedBy')
  })

  test('has the link to the document, or to the meeting', () => {
    const uriOf = (transcript: Transcript) =>
      toTranscription(transcript, [anEntry('a', 1)], [], { ...CONTEXT, meetingCode: 'abc-mnop-xyz' })?.uri
    expect(uriOf(aTranscript({ documentUri: 'https://docs.google.com/document/d/1/view' }))).toBe(
      'https://docs.google.com/document/d/1/view',
    )
    expect(uriOf(aTranscript())).toBe('https://meet.google.com/abc-mnop-xyz')
  })
})
