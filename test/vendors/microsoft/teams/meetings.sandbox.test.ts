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
    return { titles: items.map(({ title }) => title), cursor: pagination.cursor ?? '' }
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
})
