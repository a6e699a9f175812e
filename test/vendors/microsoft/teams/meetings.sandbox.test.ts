import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { MicrosoftSandbox } from '../../../../sandbox/microsoft/index.ts'
import type { TranscriptionFilter } from '../../../../src/contract/index.ts'
import { teams } from '../../../../vendors/microsoft/teams/index.ts'
import { ADA, callOf, connect, DAY_MS, startSandbox } from '../sandbox.ts'

const MINUTE_MS = 60_000

let microsoft: MicrosoftSandbox
/** Ada's calendar is empty. */
beforeEach(async () => {
  microsoft = await startSandbox()
  microsoft.settings.transcriptDelayMs = 0
  for (const { events } of microsoft.account(ADA).calendars) events.clear()
})
afterEach(() => microsoft.stop())

/** Adds a meeting of half an hour with so many transcripts, which began so many minutes ago. */
function addMeeting(subject: string, minutesAgo: number, { transcripts = 1, joinUrl }: MeetingOptions = {}): void {
  const start = Math.floor(microsoft.clock.now() / MINUTE_MS - minutesAgo) * MINUTE_MS
  const end = start + 30 * MINUTE_MS
  const toLocal = (time: number) => new Date(time).toISOString().slice(0, 16)
  const event = { key: subject, subject, start: toLocal(start), end: toLocal(end), timeZone: 'UTC' }
  microsoft.addMeeting(ADA, joinUrl ? { ...event, teams: joinUrl } : event, {
    start,
    end,
    participants: [{ speaker: 'ada', address: ADA }],
    transcripts: Array.from({ length: transcripts }, (_, index) => ({ talk: 'ada: Hello.', from: index * 5 })),
  })
}

/** Adds a meeting over several days. In an hour of each, that begins so many hours after the day does, it is transcribed. */
function addLongMeeting(subject: string, { start, days }: { start: number; days: readonly number[] }): void {
  const end = start + days.length * DAY_MS
  const toLocal = (time: number) => new Date(time).toISOString().slice(0, 16)
  microsoft.addMeeting(ADA, { key: subject, subject, start: toLocal(start), end: toLocal(end), timeZone: 'UTC' })
  for (const [day, hours] of days.entries()) {
    const from = start + day * DAY_MS + hours * 3_600_000
    microsoft.addMeetingSession(ADA, subject, {
      start: from,
      end: from + 3_600_000,
      participants: [{ speaker: 'ada', address: ADA }],
      transcripts: [{ talk: `ada: Day ${day + 1}.` }],
    })
  }
}

interface MeetingOptions {
  transcripts?: number
  joinUrl?: string
}

async function aConnectedReader() {
  const connectedProvider = await connect(microsoft, teams)
  const now = microsoft.clock.now()
  return async (filter: Partial<TranscriptionFilter> = {}) => {
    const handler = teams.sync?.transcriptions
    if (!handler) throw new Error('transcriptions cannot be synced')
    const transcriptionFilter = { dateStart: now - DAY_MS, dateEnd: now, ...filter }
    const { items, pagination } = await handler({ connectedProvider, transcriptionFilter }, callOf(microsoft, 'teams'))
    const texts = items.map(({ transcript }) => transcript.text)
    return { titles: items.map(({ title }) => title), texts, cursor: pagination.cursor ?? '' }
  }
}

describe('a meeting', () => {
  test('that is deleted from the calendar after it was listed is delivered', async () => {
    addMeeting('First', 60)
    addMeeting('Without a transcript', 120, { transcripts: 0 })
    addMeeting('Second', 180)
    addMeeting('Deleted', 240)
    const read = await aConnectedReader()
    const first = await read({ limit: 2 })
    expect(first.titles).toEqual(['First', 'Second'])
    for (const { events } of microsoft.account(ADA).calendars) events.delete('Deleted')
    expect((await read({ limit: 2, cursor: first.cursor })).titles).toEqual(['Deleted'])
  })

  test('whose join URL has a quote is found', async () => {
    addMeeting("O'Neil", 60, { joinUrl: "https://teams.microsoft.com/l/meetup-join/19%3ameeting_o'neil%40thread.v2/0" })
    expect((await (await aConnectedReader())()).titles).toEqual(["O'Neil"])
  })

  test('belongs to the windows that it overlaps, and to none while it goes on', async () => {
    addMeeting('Running', 20)
    addMeeting('Over', 60)
    const read = await aConnectedReader()
    const start = Math.floor(microsoft.clock.now() / MINUTE_MS - 60) * MINUTE_MS
    const end = start + 30 * MINUTE_MS
    expect((await read()).titles).toEqual(['Over'])
    expect((await read({ dateStart: end - 1 })).titles).toEqual(['Over'])
    expect((await read({ dateStart: end })).titles).toEqual([])
    expect((await read({ dateEnd: start + 1 })).titles).toEqual(['Over'])
    expect((await read({ dateEnd: start })).titles).toEqual([])
  })

  test('over several days is delivered after each of them', async () => {
    addLongMeeting('Offsite', { start: microsoft.clock.now(), days: [9, 14, 20] })
    const found: string[][] = []
    // A window is the day before, as the windows of the platform's syncs overlap.
    for (let day = 0; day < 4; day += 1) {
      found.push((await (await aConnectedReader())()).texts)
      microsoft.clock.advance(DAY_MS)
    }
    expect(found).toEqual([
      [],
      [expect.stringContaining('Day 1.')],
      [expect.stringContaining('Day 2.')],
      [expect.stringContaining('Day 3.')],
    ])
  })
})
