import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, SCOPE, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, as, type Get, itemsOf, ME, pagesOf, type Reply, STEADY } from '../harness.ts'

let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = as(microsoft, ADA)
})
afterEach(() => microsoft.stop())

const WINDOW = { startDateTime: '2026-01-16T00:00:00Z', endDateTime: '2026-07-14T00:00:00Z', $top: 1000 }
const events = async (prefer = STEADY) => itemsOf(await pagesOf(get, `${ME}/calendarView`, WINDOW, { prefer }))
const named = async (subject: string | null) => (await events()).filter((event) => event.subject === subject)
const findEvent = async (subject: string | null) => (await named(subject))[0]
const fetchEvent = (id: string): Promise<Reply> => get(`${ME}/events/${encodeURIComponent(id)}`, {}, { prefer: STEADY })

describe('the original start of an occurrence', () => {
  test('is the instant that the rule gives, in UTC; of a whole day, midnight in the zone of its creation', async () => {
    const series = { recurrence: 'RRULE:FREQ=DAILY;COUNT=2', timeZone: 'Europe/Paris' }
    microsoft.addEvent(ADA, 'default', {
      subject: 'Timed',
      start: '2026-03-30T09:00',
      end: '2026-03-30T10:00',
      ...series,
    })
    microsoft.addEvent(ADA, 'default', { subject: 'Whole', start: '2026-03-30', end: '2026-03-31', ...series })
    const originals = async (subject: string) => (await named(subject)).map(({ originalStart }) => originalStart)
    expect(await originals('Timed')).toEqual(['2026-03-30T07:00:00Z', '2026-03-31T07:00:00Z'])
    expect(await originals('Whole')).toEqual(['2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z'])
    expect(await findEvent('Halden: contract signature')).not.toHaveProperty('originalStart')
  })
})

describe('an event', () => {
  test('has the members and values of Graph', async () => {
    expect(await findEvent('Halden: contract signature')).toMatchObject({
      '@odata.etag': expect.stringMatching(/^W\/".+"$/),
      type: 'singleInstance',
      seriesMasterId: null,
      importance: 'high',
      isOrganizer: true,
      isOnlineMeeting: true,
      onlineMeetingProvider: 'teamsForBusiness',
      onlineMeeting: { joinUrl: expect.stringMatching(/^https:\/\/teams\.microsoft\.com\/l\/meetup-join\//) },
      responseStatus: { response: 'organizer', time: '0001-01-01T00:00:00Z' },
      organizer: { emailAddress: { name: 'Ada Moreau', address: ADA } },
      originalStartTimeZone: 'Romance Standard Time',
      start: { dateTime: '2026-03-19T12:00:00.0000000', timeZone: 'UTC' },
      webLink: expect.stringMatching(/^https:\/\/outlook\.office365\.com\/owa\/\?itemid=AAkA/),
    })
  })

  test('lists the responses of the attendees, and rooms as resources', async () => {
    const { attendees } = await findEvent('Halden: contract signature')
    const responses = attendees.map(
      ({ type, status }: { type: string; status: { response: string; time: string } }) => [
        type,
        status.response,
        status.time.slice(0, 4),
      ],
    )
    expect(responses).toEqual([
      ['required', 'accepted', '2026'],
      ['required', 'none', '0001'],
      ['required', 'declined', '2026'],
      ['resource', 'accepted', '2026'],
    ])
  })

  test('may have a null or empty subject', async () => {
    expect(await findEvent(null)).toMatchObject({ start: { dateTime: '2026-03-18T11:15:00.0000000' } })
    expect(await findEvent('')).toMatchObject({ start: { dateTime: '2026-03-19T09:00:00.0000000' } })
  })

  test('may have attendees without an email address', async () => {
    const { attendees } = await findEvent('Handover with a former colleague')
    expect(attendees[0].emailAddress.address).toMatch(/^\/O=EXCHANGELABS\//)
    expect(attendees[1].emailAddress).toEqual({ name: 'Somebody from upstairs' })
  })

  test('remains when it is cancelled, with a prefix in its subject', async () => {
    expect(await findEvent('Canceled: Pricing workshop')).toMatchObject({ isCancelled: true, showAs: 'free' })
  })

  test('keeps zone names that are neither Windows nor IANA names', async () => {
    expect((await findEvent('Call booked by a robot')).originalStartTimeZone).toBe('tzone://Microsoft/Utc')
    expect((await findEvent('Invitation from a strange calendar')).originalStartTimeZone).toBe(
      'tzone://Microsoft/Custom',
    )
  })

  test('lasts seven hours in the night in which daylight saving time begins', async () => {
    const { start, end } = await findEvent('Migration night')
    expect([start.dateTime, end.dateTime]).toEqual(['2026-03-28T21:00:00.0000000', '2026-03-29T04:00:00.0000000'])
  })

  test('has an HTML body unless text is preferred', async () => {
    const [html] = (await events('')).filter(({ subject }) => subject === 'Kestrel operations review')
    expect(html.body).toEqual({
      contentType: 'html',
      content: expect.stringContaining('<li>Containers &amp; gates</li>'),
    })
    const { body, bodyPreview } = await findEvent('Kestrel operations review')
    expect(body.contentType).toBe('text')
    expect(body.content).toContain('Containers & gates')
    expect(bodyPreview).toBe(body.content)
  })

  test('has no body for tokens with a basic scope only', async () => {
    get = as(microsoft, ADA, [SCOPE.calendarsBasic])
    const event = await findEvent('Kestrel operations review')
    expect([event.body, event.bodyPreview, event.organizer.emailAddress.name]).toEqual([
      undefined,
      undefined,
      'Maya Whitfield',
    ])
  })

  test('has different ids in different calendars', async () => {
    const { body } = await get(`${ME}/calendars`, { $top: 100 })
    const { id } = body.value.find(({ name }: { name: string }) => name === 'Partner programme')
    const programme = await get(`${ME}/calendars/${encodeURIComponent(id)}/calendarView`, WINDOW, { prefer: STEADY })
    const copy = programme.body.value.find(({ subject }: { subject: string }) => subject === 'Programme planning')
    const own = await findEvent('Programme planning')
    expect(copy.iCalUId).toBe(own.iCalUId)
    expect(copy.id).not.toBe(own.id)
  })
})

describe('a series', () => {
  test('is returned as complete occurrences, and never as its master', async () => {
    const occurrences = await named('Kestrel operations review')
    expect(occurrences.length).toBeGreaterThan(20)
    expect(new Set(occurrences.map(({ id }) => id)).size).toBe(occurrences.length)
    expect(new Set(occurrences.map(({ seriesMasterId }) => seriesMasterId)).size).toBe(1)
    expect(new Set(occurrences.map(({ iCalUId }) => iCalUId)).size).toBe(1)
    for (const { type, attendees, organizer, recurrence } of occurrences) {
      expect([type, attendees.length, organizer.emailAddress.name, recurrence]).toEqual([
        'occurrence',
        3,
        'Maya Whitfield',
        null,
      ])
    }
    expect((await events()).filter(({ type }) => type === 'seriesMaster')).toEqual([])
  })

  test('has exceptions, a cancelled occurrence and a deleted one', async () => {
    const days = async (subject: string) => (await named(subject)).map(({ start }) => start.dateTime.slice(0, 10))
    const moved = await findEvent('Partner stand-up (later today)')
    expect(moved).toMatchObject({ type: 'exception', start: { dateTime: '2026-03-25T09:00:00.0000000' } })
    expect(await findEvent('Canceled: Partner stand-up')).toMatchObject({ type: 'exception', isCancelled: true })
    const regular = await days('Partner stand-up')
    expect(regular).toContain('2026-03-23')
    for (const gap of ['2026-03-25', '2026-03-30', '2026-04-08']) expect(regular).not.toContain(gap)
  })

  test('can be fetched by id: master, occurrence and exception, each by either of its ids', async () => {
    const occurrence = await findEvent('Kestrel operations review')
    const master = (await fetchEvent(occurrence.seriesMasterId)).body
    expect(master).toMatchObject({
      type: 'seriesMaster',
      recurrence: {
        pattern: { type: 'weekly', interval: 1, daysOfWeek: ['thursday'] },
        range: { type: 'noEnd', recurrenceTimeZone: 'Pacific Standard Time' },
      },
    })
    expect((await fetchEvent(occurrence.id)).body).toMatchObject({ id: occurrence.id, start: occurrence.start })
    const [changeable] = (await events('')).filter(({ subject }) => subject === 'Partner stand-up (later today)')
    expect((await fetchEvent(changeable.id)).body).toMatchObject({ type: 'exception', subject: changeable.subject })
    expect((await fetchEvent('AAMkAGnowhereToBeFoundNowhereToBeFound=')).status).toBe(404)
    expect((await fetchEvent('42')).body.error.code).toBe('ErrorInvalidIdMalformed')
  })

  test.each([
    ['Steering committee', { type: 'relativeMonthly', daysOfWeek: ['thursday'], index: 'second' }, 'numbered'],
    ['Invoice run', { type: 'absoluteMonthly', dayOfMonth: 5 }, 'numbered'],
    ['Morning planning', { type: 'daily', interval: 1 }, 'numbered'],
    ['Partner stand-up', { type: 'weekly', daysOfWeek: ['monday', 'wednesday'] }, 'endDate'],
    ['Meridian’s birthday', { type: 'absoluteYearly', month: 2 }, 'noEnd'],
  ])('%s has its recurrence in its master', async (subject, pattern, range) => {
    const { seriesMasterId } = await findEvent(subject)
    expect((await fetchEvent(seriesMasterId)).body.recurrence).toMatchObject({ pattern, range: { type: range } })
  })
})
