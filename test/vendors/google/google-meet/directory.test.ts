import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aCredential, meetCall, syncTranscriptions } from '../builders.ts'

cutNetwork()
afterEach(() => nock.cleanAll())

const RECORD = 'conferenceRecords/one'
const TIMES = { startTime: '2026-01-07T09:00:00Z', endTime: '2026-01-07T09:30:00Z' }
const DIRECTORY = 'https://www.googleapis.com/auth/directory.readonly'
const credential = aCredential({ profile: { accountId: '0', scopes: [DIRECTORY] } })

const ERROR = { status: 'PERMISSION_DENIED', details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] }

/** A meeting of so many people who are signed in, the connected person first. */
function serveMeeting(size: number): void {
  const participants = Array.from({ length: size }, (_, index) => ({
    name: `${RECORD}/participants/${index}`,
    signedinUser: { user: `users/${index}`, displayName: `Person ${index}` },
  }))
  const transcript = { name: `${RECORD}/transcripts/t1`, state: 'FILE_GENERATED', ...TIMES }
  const api = nock('https://meet.googleapis.com')
  api.get(/\/v2\/conferenceRecords\?/).reply(200, { conferenceRecords: [{ name: RECORD, ...TIMES }] })
  api.get(/\/transcripts\?/).reply(200, { transcripts: [transcript] })
  api.get(/\/entries\?/).reply(200, { transcriptEntries: [{ text: 'Hello.', ...TIMES }] })
  api.get(/\/participants\?/).reply(200, { participants })
}

/** The directory, with another status for some people. Returns how many requests ran at once, at the start of each. */
function serveDirectory(statuses: Record<number, number> = {}): number[] {
  const running: number[] = []
  let count = 0
  for (let id = 1; id < 30; id += 1) {
    const status = statuses[id] ?? 200
    const body =
      status === 200
        ? { emailAddresses: [{ value: `person${id}@example.com` }] }
        : { error: status === 403 ? ERROR : {} }
    const reply = async (): Promise<[number, nock.Body]> => {
      running.push(++count)
      await turn()
      count -= 1
      return [status, body]
    }
    const path = new RegExp(`/v1/people(/|%2F)${id}\\?`)
    nock('https://people.googleapis.com').persist().get(path).reply(reply)
  }
  return running
}

const read = () => syncTranscriptions({}, meetCall({ budget: impatient() }), credential)

describe('the participants of a large meeting', () => {
  test('are looked up some at a time, after the first one, and are in the order of Google’s list', async () => {
    serveMeeting(30)
    const running = serveDirectory()
    const { items } = await read()
    const addresses = Array.from({ length: 30 }, (_, index) =>
      index ? `person${index}@example.com` : 'ann@example.com',
    )
    expect(items[0]?.attendees.map(({ email }) => email)).toEqual(addresses)
    expect(running.slice(0, 2)).toEqual([1, 1])
    expect(Math.max(...running)).toBeGreaterThan(1)
    expect(Math.max(...running)).toBeLessThanOrEqual(5)
  })

  test('cost one request if the directory is refused', async () => {
    serveMeeting(30)
    const running = serveDirectory({ 1: 403 })
    const { items } = await read()
    expect(items[0]?.attendees).toEqual([{ email: 'ann@example.com', friendlyName: 'Person 0' }])
    expect(running).toEqual([1])
  })

  test('are not looked up any more after a few failures', async () => {
    serveMeeting(30)
    const running = serveDirectory(Object.fromEntries(Array.from({ length: 30 }, (_, id) => [id, 503])))
    const { items } = await read()
    expect(items[0]?.attendees).toHaveLength(1)
    expect(running.length).toBeLessThan(10)
  })

  test('whom Google fails to return are left out, and the warning names the meeting', async () => {
    serveMeeting(4)
    serveDirectory({ 2: 503 })
    const { items, metadata } = await read()
    expect(items[0]?.attendees.map(({ email }) => email)).toEqual([
      'ann@example.com',
      'person1@example.com',
      'person3@example.com',
    ])
    expect(metadata?.warnings?.slice(1)).toEqual([
      expect.stringMatching(/^The transcript of “Google Meet, 7 January 2026” comes without some attendees\. Google /),
    ])
  })
})
