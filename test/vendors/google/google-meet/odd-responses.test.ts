import { afterEach, describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aCredential, meetCall, syncTranscriptions } from '../builders.ts'

cutNetwork()
afterEach(() => nock.cleanAll())

const RECORD = 'conferenceRecords/one'
const TIMES = { startTime: '2026-01-07T09:00:00Z', endTime: '2026-01-07T09:30:00Z' }
const READY = { name: `${RECORD}/transcripts/t1`, state: 'FILE_GENERATED', ...TIMES }
const ENTRY = { text: 'Hello.', participant: `${RECORD}/participants/1`, ...TIMES }
const credential = aCredential({ profile: { accountId: '1', scopes: [] } })

/** Google Meet with these responses, in place of those of one meeting with one transcript. */
function meet(responses: Partial<Record<'records' | 'transcripts' | 'entries' | 'participants', unknown>>) {
  const all = {
    records: { conferenceRecords: [{ name: RECORD, ...TIMES }] },
    transcripts: { transcripts: [READY] },
    entries: { transcriptEntries: [ENTRY] },
    participants: { participants: [] },
    ...responses,
  }
  const api = nock('https://meet.googleapis.com').persist()
  const reply = (path: RegExp, body: unknown) => api.get(path).reply(200, body as nock.Body)
  reply(/\/v2\/conferenceRecords\?/, all.records)
  reply(/\/transcripts\?/, all.transcripts)
  reply(/\/entries\?/, all.entries)
  reply(/\/participants\?/, all.participants)
}

async function read() {
  const { items, metadata } = await syncTranscriptions({}, meetCall({ budget: impatient() }), credential)
  // Those of the missing permissions come first.
  return { items, warnings: metadata?.warnings?.slice(2) ?? [] }
}

describe('responses that Google does not document', () => {
  test.each([
    ['a record without a name', [{ ...TIMES }]],
    ['a record without a start', [{ name: RECORD }]],
    ['no record', [null]],
  ])('are named: %s', async (_, conferenceRecords) => {
    meet({ records: { conferenceRecords } })
    expect(await read()).toEqual({
      items: [],
      warnings: ['Some meetings that Google Meet listed could not be read and were left out.'],
    })
  })

  test.each([
    ['transcript without a name', { transcripts: { transcripts: [{ state: 'FILE_GENERATED' }] } }],
    ['transcript that is none', { transcripts: { transcripts: [null] } }],
    ['entry that is none', { entries: { transcriptEntries: [null] } }],
    ['entry whose text is a number', { entries: { transcriptEntries: [{ ...ENTRY, text: 1 }] } }],
  ])('leave out their meeting: a %s', async (_, responses) => {
    meet(responses)
    const { items, warnings } = await read()
    expect(items).toEqual([])
    expect(warnings).toEqual([
      expect.stringMatching(/“Google Meet, 7 January 2026” could not be read and was left out/),
    ])
  })

  test.each([
    ['participants without a kind', { participants: { participants: [{ name: `${RECORD}/participants/1` }] } }],
    ['users without an id', { participants: { participants: [{ signedinUser: { user: 'groups/1' } }] } }],
    ['entries without times', { entries: { transcriptEntries: [{ text: 'Hello.' }] } }],
    ['a destination without a document', { transcripts: { transcripts: [{ ...READY, docsDestination: {} }] } }],
    [
      'a destination that is no link',
      { transcripts: { transcripts: [{ ...READY, docsDestination: { exportUri: 'x' } }] } },
    ],
  ])('are read as far as possible: %s', async (_, responses) => {
    meet(responses)
    const { items, warnings } = await read()
    expect(items).toMatchObject([{ transcript: { text: '[00:00:00] Hello.' }, attendees: [] }])
    expect(warnings).toEqual([])
  })

  test('do not make a sync endless: a list whose pages repeat', async () => {
    meet({ records: { nextPageToken: 'again' } })
    expect((await read()).warnings).toEqual([expect.stringContaining('does not end')])
  })

  test('do not make a sync endless: entries whose pages repeat', async () => {
    meet({ entries: { transcriptEntries: [ENTRY], nextPageToken: 'again' } })
    expect((await read()).warnings).toEqual([expect.stringContaining('returned the same list page twice')])
  })
})
