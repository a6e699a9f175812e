import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { MicrosoftSandbox } from '../../../../sandbox/microsoft/index.ts'
import type { Calendar, StandardSyncResponse } from '../../../../src/contract/index.ts'
import { microsoft as vendor } from '../../../../vendors/microsoft/index.ts'
import { outlookCalendar } from '../../../../vendors/microsoft/outlook-calendar/index.ts'
import { outlookMail } from '../../../../vendors/microsoft/outlook-mail/index.ts'
import { problemOf } from '../builders.ts'
import { ADA, authOf, callOf, connect, DAY_MS, startSandbox, syncCalendar, syncEmails } from '../sandbox.ts'

let microsoft: MicrosoftSandbox
beforeEach(async () => {
  microsoft = await startSandbox()
})
afterEach(() => microsoft.stop())

describe('the calendars of a whole account', () => {
  test('are each delivered or named, and every occurrence of an event has its title and people', async () => {
    const { items, metadata } = await syncCalendar(microsoft, await connect(microsoft, outlookCalendar))
    const named = (metadata?.warnings ?? []).filter((warning) => warning.startsWith('The calendar'))
    expect(items.length + named.length).toBe(microsoft.account(ADA).calendars.length)
    const occurrences = items[0]?.events.filter(({ title }) => title === 'Partner stand-up') ?? []
    expect(occurrences.length).toBeGreaterThan(10)
    for (const { organizedBy, attendees, recurringExternalId } of occurrences) {
      expect(organizedBy?.email).toBe(ADA)
      expect(attendees.length).toBeGreaterThan(0)
      expect(recurringExternalId).toBeDefined()
    }
  })

  test('are read with at most four concurrent requests, including those for mail, and none is throttled', async () => {
    microsoft.context.latency = 3
    const [calendars, mail] = [await connect(microsoft, outlookCalendar), await connect(microsoft, outlookMail)]
    await Promise.all([
      syncCalendar(microsoft, calendars),
      syncEmails(microsoft, mail, { includeEmails: ['bilal@meridian.example'] }),
    ])
    // A slow machine may not reach four; the vendor rejects a fifth.
    expect([2, 3, 4]).toContain(microsoft.ledger.maxInFlight(ADA, 'outlook'))
    expect(microsoft.ledger.count({ status: 429 })).toBe(0)
  })

  test('are requested with the same preferences on every page', async () => {
    microsoft.settings.maxPageSize = 5
    await syncCalendar(microsoft, await connect(microsoft, outlookCalendar))
    const requests = microsoft.ledger.entries({ api: 'outlook' })
    expect(requests.length).toBeGreaterThan(20)
    for (const { headers } of requests) {
      expect(headers.prefer).toBe('IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="text"')
    }
  })

  test('are the same with small and empty pages', async () => {
    const connection = await connect(microsoft, outlookCalendar)
    const expected = await syncCalendar(microsoft, connection)
    Object.assign(microsoft.settings, { maxPageSize: 4, emptyPages: 2 })
    expect(eventsOf(await syncCalendar(microsoft, connection))).toEqual(eventsOf(expected))
  })

  test('are the same if long views time out', async () => {
    const connection = await connect(microsoft, outlookCalendar)
    const expected = await syncCalendar(microsoft, connection)
    microsoft.settings.viewTimeoutDays = 20
    expect(eventsOf(await syncCalendar(microsoft, connection))).toEqual(eventsOf(expected))
    expect(microsoft.ledger.count({ status: 504 })).toBeGreaterThan(0)
  })

  test('keep their ids from sync to sync, even if those of calendars depend on the preference', async () => {
    microsoft.settings.calendarIds = 'by-preference'
    const connection = await connect(microsoft, outlookCalendar)
    const first = eventsOf(await syncCalendar(microsoft, connection))
    expect(eventsOf(await syncCalendar(microsoft, connection))).toEqual(first)
    expect(first.length).toBeGreaterThan(100)
  })

  test('in a window of seven years are requested in views that Graph allows, and nothing is repeated', async () => {
    const { items } = await syncCalendar(microsoft, await connect(microsoft, outlookCalendar), 365, 6 * 365)
    const ids = items.flatMap(({ events }) => events.map(({ externalId }) => externalId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(microsoft.ledger.count({ status: 400 })).toBe(0)
    expect(items[0]?.events.at(-1)?.dateStart).toBeGreaterThan(microsoft.clock.now() + 5 * 365 * DAY_MS)
  })

  test.each(['same-link', 'new-link'] as const)('whose list is cyclic (%s) are named', async (loop) => {
    Object.assign(microsoft.settings, { maxPageSize: 50, loop })
    const { items, metadata } = await syncCalendar(microsoft, await connect(microsoft, outlookCalendar))
    expect(items.some(({ title }) => title === 'Calendar')).toBe(false)
    expect(metadata?.warnings).toContainEqual(expect.stringMatching(/“Calendar”.*the same list page twice/))
  })

  test('deliver other people’s private events as busy', async () => {
    const { items } = await syncCalendar(microsoft, await connect(microsoft, outlookCalendar))
    const hidden = items
      .filter(({ externalId }) => !calendarOf(externalId)?.canViewPrivateItems)
      .flatMap(({ events }) => events.filter(({ visibility }) => visibility === 'private'))
    expect(hidden.length).toBeGreaterThan(0)
    for (const { title } of hidden) expect(title).toBe('Busy')
  })

  test('have their events at the right local time in any time zone of the mailbox', async () => {
    const event = { start: '2026-03-30T09:00', end: '2026-03-30T10:00', timeZone: 'Pacific/Auckland' }
    microsoft.addEvent(ADA, 'default', { subject: 'Far away', ...event })
    microsoft.addEvent(ADA, 'default', { subject: 'Whole day', start: '2026-03-29', end: '2026-03-30' })
    const { items } = await syncCalendar(microsoft, await connect(microsoft, outlookCalendar))
    const find = (title: string) => items[0]?.events.find((candidate) => candidate.title === title)
    expect(find('Far away')?.dateStart).toBe(Date.parse('2026-03-30T09:00:00+13:00'))
    // The day on which daylight saving time begins has 23 hours.
    expect(find('Whole day')).toMatchObject({
      dateStart: Date.parse('2026-03-29T00:00:00+01:00'),
      dateEnd: Date.parse('2026-03-30T00:00:00+02:00'),
    })
  })

  test('have all-day occurrences that originally start on their day in the mailbox’s zone', async () => {
    const timeZone = 'America/Los_Angeles'
    const series = { recurrence: 'RRULE:FREQ=DAILY;COUNT=3', start: '2026-03-28', end: '2026-03-29', timeZone }
    microsoft.addEvent(ADA, 'default', { subject: 'Conference', ...series })
    const { items } = await syncCalendar(microsoft, await connect(microsoft, outlookCalendar))
    const days = items[0]?.events.filter(({ title }) => title === 'Conference') ?? []
    expect(days).toHaveLength(3)
    for (const { dateStart, dateOriginalStart } of days) expect(dateOriginalStart).toBe(dateStart)
  })

  test('survive random faults: every calendar is complete or named', async () => {
    const connection = await connect(microsoft, outlookCalendar)
    const eventsByCalendar = new Map(
      (await syncCalendar(microsoft, connection)).items.map((item) => [item.externalId, item.events]),
    )
    microsoft.faults.random({
      seed: 11,
      path: '/v1.0/me/calendars/**',
      chances: { reset: 0.1, html: 0.1, truncated: 0.1, 'reset-in-body': 0.1 },
    })
    const { items, metadata } = await syncCalendar(microsoft, connection)
    for (const { externalId, events } of items) expect(events).toEqual(eventsByCalendar.get(externalId))
    expect(items.length + (metadata?.warnings?.length ?? 0)).toBeGreaterThanOrEqual(eventsByCalendar.size)
  }, 30_000)
})

describe('accounts of other kinds', () => {
  test.each([
    ['yulia@volna.example', '“Customized Time Zone”'],
    ['kenji@sakurai.example', 'no permission to read the time zone'],
  ])('%s is read in UTC, with a warning', async (account, words) => {
    microsoft.settings.userConsent = 'allowed'
    const { items, metadata } = await syncCalendar(microsoft, await connect(microsoft, outlookCalendar, account))
    expect(items.map(({ timeZone }) => timeZone)).toEqual(['UTC'])
    expect(metadata?.warnings).toEqual([expect.stringContaining(words)])
  })

  test('a mailbox with an IANA time zone keeps it', async () => {
    const connection = await connect(microsoft, outlookCalendar, 'bilal@meridian.example')
    const [calendar] = (await syncCalendar(microsoft, connection)).items
    expect(calendar).toMatchObject({ timeZone: 'Europe/Paris', uri: 'https://outlook.office.com/calendar/' })
  })

  test('a personal account is read like any other', async () => {
    const { items } = await syncCalendar(microsoft, await connect(microsoft, outlookCalendar, 'omar@kestrel.example'))
    expect(items).toMatchObject([
      {
        uri: 'https://outlook.live.com/calendar/',
        timeZone: 'America/Los_Angeles',
        events: [{ title: 'Soccer practice' }],
      },
    ])
  })

  test.each(vendor.applications.map((application) => [application.name, application] as const))(
    'a guest without a mailbox gets an explanation when connecting: %s',
    async (_, application) => {
      const { credential } = await connect(microsoft, application, 'lars@halden.example')
      const request = { application: application.name, credential }
      const problem = await problemOf(
        Promise.resolve(authOf(application).check?.(request, callOf(microsoft, application.name))),
      )
      expect(problem).toMatchObject({ status: 403, problem: 'mailbox-unavailable' })
    },
  )
})

function calendarOf(id: string) {
  return microsoft.account(ADA).calendars.find((calendar) => calendar.id === id)
}

function eventsOf({ items }: StandardSyncResponse<Calendar>) {
  return items.flatMap(({ events }) => events)
}
