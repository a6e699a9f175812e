import { describe, expect, test } from '@jest/globals'
import { toJoinKey } from '../../../../src/kit/transcripts/events.ts'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aCredential, meetCall, problemOf, syncTranscriptions, WINDOW } from '../builders.ts'
import { replay } from '../recordings.ts'

cutNetwork()

const SCOPES = {
  meet: 'https://www.googleapis.com/auth/meetings.space.readonly',
  calendar: 'https://www.googleapis.com/auth/calendar.readonly',
  directory: 'https://www.googleapis.com/auth/directory.readonly',
}
const ACCOUNT_ID = '108234567890123456789'

function credentialWith(...scopes: (keyof typeof SCOPES)[]) {
  return aCredential({ profile: { accountId: ACCOUNT_ID, scopes: scopes.map((scope) => SCOPES[scope]) } })
}

const ANN = credentialWith('meet', 'calendar', 'directory')

describe('a transcript', () => {
  test('has the title, organizer and guests of its event, and who else was there', async () => {
    const waiting = replay('meet/a-meeting-with-its-event')
    const { items, metadata, pagination } = await syncTranscriptions({}, meetCall(), ANN)
    expect(metadata).toBeUndefined()
    expect(pagination).toEqual({ hasMore: false, pageSize: 1 })
    expect(items).toEqual([
      {
        blockType: 'transcription',
        provider: 'provider-hub',
        application: 'google-meet',
        externalId:
          'conferenceRecords/kRyYx8b7vNDsLpR1tG_cNjFUQBoBRhHIMoGJAJkBCQ/transcripts/3e1b7d20-5c3f-4c5e-9a57-2f9f6d8f0a11',
        uri: 'https://docs.google.com/document/d/1kuceFZohVoCh6FulBHxwy6I15Ogpc4hP/view',
        title: 'Weekly',
        dateStart: Date.parse('2026-01-05T09:01:00.250Z'),
        duration: 2_409_750,
        organizedBy: { email: 'bob@example.org', friendlyName: 'Bob Roy' },
        attendees: [
          { email: 'bob@example.org', friendlyName: 'Bob Roy' },
          { email: 'ann@example.com', friendlyName: 'Ann Lee' },
          { email: 'cleo@example.com', friendlyName: 'Cleo Martin' },
        ],
        transcript: {
          title: 'Weekly',
          text: [
            '[00:00:00] (noise)',
            '[00:00:01] Ann Lee: Good morning.',
            '[00:00:04] Cleo Martin: Good morning, Ann & all.',
            '[00:01:09] Guest: Can you hear me?',
            '[00:02:09] +1 650 *** **12: Yes.',
          ].join('\n'),
        },
        processingStage: 'processed',
      },
    ])
    expect(waiting()).toEqual([])
  })

  test('has what Meet gives without the optional permissions, which the sync says once', async () => {
    const waiting = replay('meet/a-meeting-without-optional-permissions')
    const { items, metadata } = await syncTranscriptions({}, meetCall(), credentialWith('meet'))
    expect(items[0]).toMatchObject({
      title: 'Google Meet, 5 January 2026',
      uri: 'https://meet.google.com/abc-mnop-xyz',
      attendees: [{ email: 'ann@example.com', friendlyName: 'Ann Lee' }],
      duration: 130_750,
    })
    expect(items[0]).not.toHaveProperty('organizedBy')
    expect(metadata?.warnings).toEqual([
      expect.stringContaining('does not give access to the calendar'),
      expect.stringContaining("does not give access to the organization's directory"),
    ])
    expect(waiting()).toEqual([])
  })

  test('does without the optional permissions if Google refuses them, with one request each', async () => {
    const waiting = replay('meet/optional-permissions-refused')
    const { items, metadata } = await syncTranscriptions(
      {},
      meetCall(),
      aCredential({ profile: { accountId: ACCOUNT_ID } }),
    )
    expect(items[0]).toMatchObject({
      title: 'Google Meet, 5 January 2026',
      attendees: [{ email: 'ann@example.com', friendlyName: 'Ann Lee' }],
    })
    expect(metadata?.warnings).toHaveLength(2)
    expect(waiting()).toEqual([])
  })

  test('without a document and a space has the address of Google Meet', async () => {
    replay('meet/a-space-that-is-gone')
    const { items } = await syncTranscriptions({}, meetCall(), credentialWith('meet'))
    expect(items[0]).toMatchObject({ uri: 'https://meet.google.com/', attendees: [] })
  })
})

describe('a sync of transcripts', () => {
  const FULL = ANN

  test('of an account without meetings is empty', async () => {
    replay('meet/no-meetings')
    expect(await syncTranscriptions({}, meetCall(), FULL)).toEqual({
      items: [],
      pagination: { hasMore: false, pageSize: 0 },
    })
  })

  test('is silent about a meeting that was not transcribed', async () => {
    const waiting = replay('meet/a-meeting-without-a-transcript')
    expect(await syncTranscriptions({}, meetCall(), FULL)).toMatchObject({ items: [] })
    expect(waiting()).toEqual([])
  })

  test('names transcripts that are not ready or empty, also a ready one of a meeting that goes on', async () => {
    replay('meet/transcripts-that-are-not-ready')
    const { items, metadata } = await syncTranscriptions({}, meetCall(), credentialWith('meet'))
    expect(items).toEqual([])
    expect(metadata?.warnings?.slice(2)).toEqual([
      'The transcript of “Google Meet, 7 January 2026” is not ready yet and was left out. A later sync brings it.',
      'The transcript of “Google Meet, 7 January 2026” is not ready yet and was left out. A later sync brings it.',
      'The transcript of “Google Meet, 6 January 2026” has no text and was left out.',
      'The transcript of “Google Meet, 6 January 2026” is not ready yet and was left out. A later sync brings it.',
    ])
  })

  test('reads every page of the list', async () => {
    const waiting = replay('meet/meetings-in-two-pages')
    await syncTranscriptions({}, meetCall(), FULL)
    expect(waiting()).toEqual([])
  })

  test('continues the list where a page token is no longer accepted', async () => {
    const waiting = replay('meet/a-page-token-that-expired')
    expect(await syncTranscriptions({}, meetCall(), FULL)).toMatchObject({ pagination: { hasMore: false } })
    expect(waiting()).toEqual([])
  })

  test('names a meeting whose transcripts only others may read, or that expired', async () => {
    for (const [name, sentence] of [
      ['a-meeting-of-others', 'Google Meet does not let this account read the transcript'],
      ['a-meeting-that-expired', 'does not exist at Google'],
    ]) {
      replay(`meet/${name}`)
      const { metadata } = await syncTranscriptions({}, meetCall(), credentialWith('meet'))
      expect(metadata?.warnings?.slice(2)).toEqual([
        expect.stringMatching(`^The meeting “Google Meet, 7 January 2026” was left out\\. .*${sentence}`),
      ])
    }
  })

  test.each([
    ['only-meetings-of-others', 403, 'scope-required'],
    ['meet-permission-missing', 403, 'scope-required'],
    ['meet-not-enabled', 500, 'internal-error'],
    ['meet-rate-limit', 429, 'rate-limited'],
    ['meet-token-expired', 401, 'credentials-expired'],
  ])('that is refused is an error: %s → %i %s', async (name, status, problem) => {
    replay(`meet/${name}`)
    const call = meetCall({ budget: impatient() })
    expect(await problemOf(syncTranscriptions({}, call, FULL))).toMatchObject({ status, problem })
  })
})

describe('a window', () => {
  test('before the time for which Google Meet holds records is empty, and says so', async () => {
    const call = meetCall({ clock: () => WINDOW.dateEnd + 30 * 86_400_000 })
    expect(await syncTranscriptions({}, call, ANN)).toMatchObject({
      items: [],
      metadata: { warnings: [expect.stringContaining('30 days')] },
      pagination: { hasMore: false },
    })
    expect(call.meter.calls).toBe(0)
  })

  test.each([
    ['is empty', { dateEnd: WINDOW.dateStart }],
    ['lies ahead', { dateStart: WINDOW.dateEnd + 1, dateEnd: WINDOW.dateEnd + 2 }],
  ])('that %s costs no request', async (_, filter) => {
    const call = meetCall()
    expect(await syncTranscriptions(filter, call, ANN)).toMatchObject({ items: [], pagination: { hasMore: false } })
    expect(call.meter.calls).toBe(0)
  })
})

test.each([['altered'], ['of another window']])('a cursor that is %s is refused where it stands', async (kind) => {
  const cursor = kind === 'altered' ? '1.e30.AAAA' : '1.e30'
  expect(await problemOf(syncTranscriptions({ cursor }, meetCall(), ANN))).toMatchObject({
    status: 400,
    options: { errors: [{ pointer: '#/transcriptionFilter/cursor' }] },
  })
})

test('codes are compared without their case', () => {
  expect(toJoinKey('ABC-mnop-xyz')).toBe(toJoinKey('abc-MNOP-xyz'))
})
