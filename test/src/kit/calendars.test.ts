import { describe, expect, test } from '@jest/globals'
import type { Calendar, Event } from '../../../src/contract/index.ts'
import { type CalendarReader, limitEarliest, overlaps, readCalendars } from '../../../src/kit/calendars.ts'
import { CredentialsExpiredError } from '../../../src/kit/errors.ts'
import { type ErrorClass, VendorError } from '../../../src/kit/vendor-errors.ts'

interface Entry {
  label: string
  fails?: Error
}

function aReader(read?: CalendarReader<Entry>['read']): CalendarReader<Entry> {
  return {
    vendor: 'Acme',
    maxConcurrent: 3,
    read: read ?? (async (entry) => ({ calendar: readable(entry), warnings: [] })),
  }
}

function readable({ label, fails }: Entry): Calendar {
  if (fails) throw fails
  return { blockType: 'calendar', provider: 'p', application: 'a', externalId: label, timeZone: 'UTC', events: [] }
}

function refusal(errorClass: ErrorClass, status = 404): VendorError {
  const rule = { class: errorClass, retry: false, sentence: `It is ${errorClass}.`, next: 'Wait.' }
  return new VendorError(rule, { at: 'api', status, reasons: [], cause: undefined })
}

describe('the calendars of an account', () => {
  test('are returned in the order of their list, however long each takes, with their warnings', async () => {
    const gates = new Map(['one', 'two', 'three'].map((label) => [label, Promise.withResolvers<void>()]))
    const response = readCalendars(
      aReader(async (entry) => {
        await gates.get(entry.label)?.promise
        return { calendar: readable(entry), warnings: [`a note on ${entry.label}`] }
      }),
      [{ label: 'one' }, { label: 'two' }, { label: 'three' }],
    )
    for (const label of ['three', 'two', 'one']) gates.get(label)?.resolve()
    const { items, metadata, pagination } = await response
    expect(items.map(({ externalId }) => externalId)).toEqual(['one', 'two', 'three'])
    expect(metadata?.warnings).toEqual(['a note on one', 'a note on two', 'a note on three'])
    expect(pagination).toEqual({ hasMore: false, pageSize: 3 })
  })

  test('that cannot be read are named in warnings, and the others are returned', async () => {
    const entries = [{ label: '“Good”' }, { label: '“Gone”', fails: refusal('not-found') }]
    const { items, metadata } = await readCalendars(aReader(), entries)
    expect(items).toHaveLength(1)
    expect(metadata?.warnings).toEqual(['The calendar “Gone” was left out. It is not-found. Wait.'])
  })

  test('may be none', async () => {
    expect(await readCalendars(aReader(), [])).toEqual({ items: [], pagination: { hasMore: false, pageSize: 0 } })
  })

  test.each([
    [['not-found', 'scope-required'], 502],
    [['invalid-request'], 502],
    [['scope-required', 'scope-required'], 403],
    [['not-found', 'rate-limited', 'unavailable'], 429],
    [['scope-required', 'mailbox-unavailable'], 403],
    [['not-found', 'unavailable'], 502],
  ] as const)('of which none can be read are one error: %j → %i', async (classes, status) => {
    const entries = classes.map((errorClass) => ({ label: errorClass, fails: refusal(errorClass) }))
    await expect(readCalendars(aReader(), entries)).rejects.toMatchObject({ status })
  })

  test.each([new CredentialsExpiredError('dead'), new TypeError('our own mistake')])(
    'do not hide %s',
    async (fails) => {
      await expect(readCalendars(aReader(), [{ label: 'one' }, { label: 'two', fails }])).rejects.toBe(fails)
    },
  )
})

function anEvent(dateStart: number, dateEnd: number): Event {
  return { blockType: 'event', externalId: `${dateStart}`, title: '', dateStart, dateEnd, attendees: [] }
}

test.each([
  [0, 10, false],
  [0, 11, true],
  [10, 20, true],
  [19, 30, true],
  [20, 30, false],
  [0, 30, true],
  [12, 12, true],
  [10, 10, false],
])('an event from %i to %i overlaps a window from 10 to 20: %s', (start, end, expected) => {
  expect(overlaps(anEvent(start, end), { dateStart: 10, dateEnd: 20 })).toBe(expected)
})

describe('the earliest events', () => {
  const events = [anEvent(3, 4), anEvent(1, 9), anEvent(2, 3)]
  const startsOf = (limit: number | undefined) =>
    limitEarliest(events, '“Team”', limit).events.map(({ dateStart }) => dateStart)

  test('are all events without a limit, sorted by start', () => {
    expect(startsOf(undefined)).toEqual([1, 2, 3])
    expect(startsOf(3)).toEqual([1, 2, 3])
    expect(limitEarliest(events, '“Team”', 3).warnings).toEqual([])
  })

  test('are limited, with a warning that there are more', () => {
    expect(startsOf(2)).toEqual([1, 2])
    expect(limitEarliest(events, '“Team”', 2).warnings).toEqual([
      'The calendar “Team” has more than 2 events in this window; only the first 2 were returned.',
    ])
  })
})
