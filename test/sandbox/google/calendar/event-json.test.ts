import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, BILAL, createGet, type Get, type Query } from '../harness.ts'

const ALL = {
  timeMin: '2026-01-15T00:00:00Z',
  timeMax: '2026-07-15T00:00:00Z',
  singleEvents: true,
  orderBy: 'startTime',
  maxResults: 2500,
}
let google: GoogleSandbox
let get: Get

beforeAll(async () => {
  google = await startGoogle()
  get = createGet(google, ADA)
})
afterAll(() => google.stop())

type Event = ReturnType<typeof JSON.parse>

const events = async (calendar = 'primary', query: Query = ALL): Promise<Event[]> =>
  (await get(`/calendar/v3/calendars/${encodeURIComponent(calendar)}/events`, query)).body.items
const titled = async (summary: string, calendar = 'primary') =>
  (await events(calendar)).filter((event) => event.summary === summary)

describe('a series', () => {
  test('keeps its local time across daylight saving changes, in Europe and America', async () => {
    const starts = (await titled('Kestrel weekly')).map(({ start }) => start)
    expect(starts.every(({ timeZone }) => timeZone === 'America/Los_Angeles')).toBe(true)
    const paris = starts.map(({ dateTime }) => dateTime).filter((time) => time > '2026-02-28' && time < '2026-04-10')
    expect(paris).toEqual([
      '2026-03-03T17:00:00+01:00',
      '2026-03-10T16:00:00+01:00',
      '2026-03-17T16:00:00+01:00',
      '2026-03-24T16:00:00+01:00',
      '2026-03-31T17:00:00+02:00',
      '2026-04-07T17:00:00+02:00',
    ])
    const standUps = (await titled('Stand-up')).map(({ start }) => start.dateTime.slice(10))
    expect(new Set(standUps)).toEqual(new Set(['T09:30:00+01:00', 'T09:30:00+02:00']))
  })

  test('is returned in the requested time zone', async () => {
    const [first] = await events('primary', { ...ALL, timeZone: 'Asia/Tokyo', q: 'Kestrel weekly' })
    expect(first.start).toEqual({ dateTime: '2026-01-21T01:00:00+09:00', timeZone: 'America/Los_Angeles' })
  })

  test('returns a moved instance with its original start, and a cancelled one only if requested', async () => {
    const [moved] = await titled('Stand-up (moved)')
    expect(moved).toMatchObject({
      start: { dateTime: '2026-03-25T11:00:00+01:00' },
      originalStartTime: { dateTime: '2026-03-25T09:30:00+01:00', timeZone: 'Europe/Paris' },
      recurringEventId: expect.any(String),
    })
    const week = { ...ALL, timeMin: '2026-03-26T00:00:00Z', timeMax: '2026-03-27T00:00:00Z' }
    expect(
      (await events('primary', week)).some(({ recurringEventId }) => recurringEventId === moved.recurringEventId),
    ).toBe(false)
    const stub = (await events('primary', { ...week, showDeleted: true })).find(({ status }) => status === 'cancelled')
    expect(Object.keys(stub).sort()).toEqual(['etag', 'id', 'kind', 'originalStartTime', 'recurringEventId', 'status'])
  })

  test('consists of the master with its rule and the exceptions if it is not expanded', async () => {
    const { orderBy, ...query } = { ...ALL, singleEvents: false }
    const items = await events('primary', query)
    const master = items.find(({ summary, recurrence }) => summary === 'Stand-up' && recurrence)
    expect(master.recurrence[0]).toMatch(/^RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=/)
    const exceptions = items.filter(({ recurringEventId }) => recurringEventId === master.id)
    expect(exceptions.map(({ status }) => status).sort()).toEqual(['cancelled', 'confirmed'])
  })

  test('has a unique id for each instance, dated or opaque', async () => {
    const ids = async () => (await events()).map(({ id }) => id)
    const dated = await ids()
    expect(new Set(dated).size).toBe(dated.length)
    google.settings.instanceIds = 'opaque'
    const opaque = await ids()
    google.settings.instanceIds = 'dated'
    expect(new Set(opaque).size).toBe(opaque.length)
    expect(opaque.some((id) => /_\d{8}T\d{6}Z$/.test(id))).toBe(false)
    expect(new Set((await titled('Stand-up')).map(({ iCalUID }) => iCalUID)).size).toBe(1)
  })
})

describe('the sample calendar', () => {
  test('contains edge cases', async () => {
    const all = await events()
    const expectEvent = (test: (event: Event) => boolean) => expect(all.find(test))
    expectEvent(({ summary, start }) => summary === undefined && start.dateTime !== undefined).toBeDefined()
    expectEvent(({ attendees }) => attendees === undefined).toBeDefined()
    expectEvent(({ attendees }) => attendees?.some(({ email }: Event) => email === undefined)).toBeDefined()
    expectEvent(({ attendees }) => attendees?.some(({ resource }: Event) => resource)).toBeDefined()
    expectEvent(({ attendees }) =>
      attendees?.some(({ self, responseStatus }: Event) => self && responseStatus === 'declined'),
    ).toBeDefined()
    expectEvent(
      ({ start, end }) => start.date && Date.parse(end.date) - Date.parse(start.date) > 86_400_000,
    ).toBeDefined()
    expectEvent(({ conferenceData }) => conferenceData?.entryPoints.length === 4).toBeDefined()
    expectEvent(({ hangoutLink }) => hangoutLink).toMatchObject({
      conferenceData: { conferenceSolution: { key: { type: 'hangoutsMeet' } } },
    })
    expect(all.some(({ summary }) => summary === 'Called off')).toBe(false)
    expect(new Set(all.map(({ eventType }) => eventType))).toEqual(
      new Set(['default', 'birthday', 'focusTime', 'fromGmail', 'outOfOffice', 'workingLocation']),
    )
  })

  test('lists only the requested event types', async () => {
    const some = await events('primary', { ...ALL, eventTypes: ['birthday', 'focusTime'] })
    expect(new Set(some.map(({ eventType }) => eventType))).toEqual(new Set(['birthday', 'focusTime']))
  })

  test('returns only the id of a cancelled single event', async () => {
    const stub = (await events('primary', { ...ALL, showDeleted: true })).find(
      (event) => event.status === 'cancelled' && !event.recurringEventId,
    )
    expect(Object.keys(stub).sort()).toEqual(['etag', 'id', 'kind', 'status'])
  })

  test('contains one event in two calendars with the same id', async () => {
    const [mine] = await titled('Quarterly planning')
    const [theirs] = await titled('Quarterly planning', 'c_7f3b1e0team9d2a@group.calendar.google.com')
    expect([mine.id, mine.iCalUID]).toEqual([theirs.id, theirs.iCalUID])
    expect(mine.htmlLink).not.toBe(theirs.htmlLink)
  })

  test('reduces a long attendee list to the user', async () => {
    const [event] = await events('primary', { ...ALL, maxAttendees: 1, q: 'Quarterly planning' })
    expect(event).toMatchObject({ attendeesOmitted: true, attendees: [{ self: true }] })
    google.settings.listedAttendees = 1
    const [again] = await events('primary', { ...ALL, q: 'Quarterly planning' })
    expect(again).toMatchObject({ attendeesOmitted: true })
  })
})

describe('another user’s calendar', () => {
  test('returns private events without their details', async () => {
    const chloe = await events('chloe@meridian.example')
    expect(chloe.map(({ summary }) => summary)).toEqual([undefined, 'Press: Les Échos'])
    expect(chloe[0]).toMatchObject({ visibility: 'private', start: { dateTime: expect.any(String) } })
    const own = await titled('Doctor')
    expect(own[0]).toMatchObject({ visibility: 'private' })
  })

  test('with free/busy access is always expanded and returns only times', async () => {
    const { orderBy, ...query } = { ...ALL, singleEvents: false }
    const busy = await events(BILAL, query)
    expect(busy.length).toBeGreaterThan(10)
    for (const event of busy) expect(Object.keys(event)).not.toContain('summary')
    expect(busy.some(({ recurrence }) => recurrence)).toBe(false)
  })
})
