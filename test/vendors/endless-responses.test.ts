import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { Budget } from '../../src/kit/budget.ts'
import { ProviderError } from '../../src/kit/errors.ts'
import { EndlessServer } from './endless-server.ts'
import * as google from './google/builders.ts'
import * as microsoft from './microsoft/builders.ts'

let server: EndlessServer | undefined
afterEach(() => server?.stop())

// On a busy machine, 64 MB may take longer than an attempt may.
const timeoutOf = AbortSignal.timeout.bind(AbortSignal)
beforeAll(() => {
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeoutOf(20 * milliseconds))
})
afterAll(() => {
  jest.restoreAllMocks()
})

/** A time in which nothing below ends because it is over. */
const budget = () => new Budget(300_000)

const READERS: [name: string, read: (origin: string) => Promise<unknown>][] = [
  [
    'Gmail',
    (origin) => google.syncEmails({}, google.mailCall({ settings: { ...google.SETTINGS, origin }, budget: budget() })),
  ],
  [
    'Google Calendar',
    (origin) =>
      google.syncCalendar({}, google.calendarCall({ settings: { ...google.SETTINGS, origin }, budget: budget() })),
  ],
  [
    'Google Meet',
    (origin) =>
      google.syncTranscriptions({}, google.meetCall({ settings: { ...google.SETTINGS, origin }, budget: budget() })),
  ],
  [
    'Outlook mail',
    (origin) =>
      microsoft.syncEmails({}, microsoft.mailCall({ settings: { ...microsoft.SETTINGS, origin }, budget: budget() })),
  ],
  [
    'Outlook calendar',
    (origin) => {
      const call = microsoft.calendarCall({ settings: { ...microsoft.SETTINGS, origin }, budget: budget() })
      return microsoft.syncCalendar({}, call)
    },
  ],
]

const MEGABYTE = 1024 * 1024
/** Three responses of 64 MB, and as many that were begun at the same time, with what is buffered on their way. */
const MAX_BYTES = 6 * 80 * MEGABYTE

describe.each([
  ['without a length', {}, MAX_BYTES],
  ['with a length', { 'content-length': String(10_000 * MEGABYTE) }, MAX_BYTES],
  // Much of what was compressed is still on its way when the connection is closed.
  ['compressed', { 'content-encoding': 'gzip' }, 3 * MAX_BYTES],
])('responses that never end, %s', (_, headers, maxBytes) => {
  test.each(READERS)(
    'are given up by their bytes, and their connections closed: %s',
    async (_name, read) => {
      server = await EndlessServer.start(headers)
      const error = await read(server.origin).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ProviderError)
      expect(error).toMatchObject({ status: 502, message: expect.stringContaining('too long') })
      expect(server.bytes).toBeLessThan(maxBytes)
      await server.allClosed()
    },
    300_000,
  )
})

/** The hub asks for less after a response that is too long, but not for ever. */
test.each([
  ['Outlook mail', READERS[2]],
  ['Outlook calendar', READERS[3]],
])(
  'pages that never end are requested in smaller parts three times at most: %s',
  async (_, reader) => {
    const folder = { id: 'folder=', childFolderCount: 0 }
    const folders = ['sentitems', 'deleteditems', 'junkemail', 'outbox', 'scheduled', 'conversationhistory']
    server = await EndlessServer.start(
      {},
      {
        ...Object.fromEntries(folders.map((name) => [name, folder])),
        timeZone: { value: 'UTC' },
        calendars: { value: [{ id: 'calendar-1=', name: 'Calendar' }] },
      },
    )
    const error = await reader?.[1](server.origin).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProviderError)
    expect(server.bytes).toBeLessThan(3 * 80 * MEGABYTE)
    await server.allClosed()
  },
  60_000,
)
