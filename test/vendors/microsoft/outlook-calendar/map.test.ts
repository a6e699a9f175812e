import { describe, expect, test } from '@jest/globals'
import type { Event } from '../../../../src/contract/index.ts'
import { toCalendarEntry, toEvent } from '../../../../vendors/microsoft/outlook-calendar/map.ts'
import { toIana } from '../../../../vendors/microsoft/zones.ts'
import { aCalendar, anEvent, aTime } from '../builders.ts'

describe('the times of an event', () => {
  test('are UTC, although their text has no offset', () => {
    const event = mapped({ start: aTime('2026-03-29T01:30:00'), end: aTime('2026-03-29T02:30:00') })
    expect(event.dateStart).toBe(Date.parse('2026-03-29T01:30:00Z'))
    expect(event.dateEnd).toBe(Date.parse('2026-03-29T02:30:00Z'))
  })

  test('in any other zone are rejected', () => {
    expect(() => mapped({ start: aTime('2026-01-05T09:00:00', 'Pacific Standard Time') })).toThrow(TypeError)
  })

  test('of an all-day event are midnights in the mailbox’s zone, for any requested zone', () => {
    const allDay = { isAllDay: true, start: aTime('2026-03-28T00:00:00'), end: aTime('2026-03-30T00:00:00') }
    expect(mapped(allDay, 'Europe/Paris')).toMatchObject({
      allDay: true,
      timeZone: 'Europe/Paris',
      dateStart: Date.parse('2026-03-28T00:00:00+01:00'),
      dateEnd: Date.parse('2026-03-30T00:00:00+02:00'),
    })
  })

  test.each([
    ['Pacific/Pago_Pago', '2026-01-05T00:00:00-11:00'],
    ['Pacific/Tongatapu', '2026-01-05T00:00:00+13:00'],
    ['Pacific/Kiritimati', '2026-01-05T00:00:00+14:00'],
  ])('of an all-day event keep their date in zones with extreme offsets: %s', (zone, start) => {
    const allDay = { isAllDay: true, start: aTime('2026-01-05T00:00:00'), end: aTime('2026-01-06T00:00:00') }
    expect(mapped(allDay, zone).dateStart).toBe(Date.parse(start))
  })

  test.each([
    ['created in the mailbox’s zone', '2026-03-29T22:00:00Z', 'Romance Standard Time'],
    ['created west of it', '2026-03-30T07:00:00Z', 'Pacific Standard Time'],
    ['created east of it', '2026-03-29T11:00:00Z', 'New Zealand Standard Time'],
    ['created in UTC', '2026-03-30T00:00:00Z', 'UTC'],
    ['created in a custom zone, a few hours east', '2026-03-29T20:30:00Z', 'tzone://Microsoft/Custom'],
    ['created in a custom zone, a few hours west', '2026-03-30T04:00:00Z', 'tzone://Microsoft/Custom'],
  ])('of an all-day occurrence begin originally on its day in the mailbox’s zone: %s', (_, originalStart, zone) => {
    const day = { isAllDay: true, start: aTime('2026-03-30T00:00:00'), end: aTime('2026-03-31T00:00:00') }
    const event = mapped({ ...day, originalStart, originalStartTimeZone: zone }, 'Europe/Paris')
    expect(event.dateOriginalStart).toBe(Date.parse('2026-03-30T00:00:00+02:00'))
    expect(event.dateOriginalStart).toBe(event.dateStart)
  })

  test.each([
    ['has no end', { end: null }],
    ['ends before it begins', { end: aTime('2026-01-05T10:00:00') }],
  ])('have no duration if the end %s', (_, parts) => {
    const { dateStart, dateEnd } = mapped(parts)
    expect(dateEnd).toBe(dateStart)
  })

  test('of an all-day event last the whole day even if its end is the same date', () => {
    const { dateStart, dateEnd } = mapped({ isAllDay: true, start: aTime('2026-01-05T00:00:00'), end: null })
    expect(dateEnd - dateStart).toBe(24 * 3_600_000)
  })

  test('are left out for Exchange’s value for no date', () => {
    const none = '0001-01-01T00:00:00Z'
    const event = mapped({ lastModifiedDateTime: none, originalStart: none })
    expect(event).not.toHaveProperty('dateUpdated')
    expect(event).not.toHaveProperty('dateOriginalStart')
  })

  test('that cannot be read are rejected', () => {
    expect(() => mapped({ start: null })).toThrow(TypeError)
    expect(() => mapped({ id: undefined as never })).toThrow(TypeError)
  })
})

describe('an event', () => {
  test('has the time zone in which it was created, unless it is a custom one', () => {
    expect(mapped({ originalStartTimeZone: 'Pacific Standard Time' }).timeZone).toBe('America/Los_Angeles')
    expect(mapped({ originalStartTimeZone: 'tzone://Microsoft/Custom' }).timeZone).toBeUndefined()
  })

  test.each([
    ['a private one', { sensitivity: 'private', subject: '' }, true, 'Busy'],
    ['a confidential one of another person', { sensitivity: 'confidential', subject: 'Secret' }, false, 'Busy'],
    ['a private one of the user', { sensitivity: 'private', subject: 'Dentist' }, true, 'Dentist'],
    ['a personal one', { sensitivity: 'personal', subject: 'Gym' }, false, 'Gym'],
    ['one that nobody named', { subject: null }, true, '(no title)'],
  ] as const)('has a title: %s', (_, parts, canViewPrivateItems, title) => {
    const entry = toCalendarEntry(aCalendar({ canViewPrivateItems }), 'UTC', ['me'])
    expect(entry && toEvent(anEvent(parts), entry).title).toBe(title)
  })

  test('has no attendees that are rooms or have no address', () => {
    const event = mapped({
      organizer: { emailAddress: { name: 'Dora', address: '/O=EXCHANGELABS/CN=DORA' } },
      attendees: [
        { type: 'resource', emailAddress: { name: 'Room', address: 'room@example.com' } },
        { type: 'required', emailAddress: { name: 'Nobody' } },
        { type: 'required', emailAddress: null },
        { type: 'required', status: { response: 'declined' }, emailAddress: { address: 'Bob@example.org', name: '' } },
        { type: 'required', status: { response: 'notResponded' }, emailAddress: { address: 'eve@example.org' } },
      ],
    })
    expect(event.organizedBy).toBeUndefined()
    expect(event.attendees).toEqual([
      { email: 'bob@example.org', responseStatus: 'declined' },
      { email: 'eve@example.org', responseStatus: 'none' },
    ])
  })

  test.each([
    ['free', false],
    ['workingElsewhere', false],
    ['busy', true],
    ['oof', true],
    ['tentative', true],
    ['unknown', undefined],
  ] as const)('shown as %s is busy: %s', (showAs, busy) => {
    expect(mapped({ showAs }).busy).toBe(busy)
  })

  test.each([
    [{ isCancelled: true, showAs: 'tentative' }, 'cancelled'],
    [{ showAs: 'tentative' }, 'tentative'],
    [{ showAs: 'busy' }, 'confirmed'],
  ] as const)('has a status: %j', (parts, status) => {
    expect(mapped(parts).status).toBe(status)
  })

  test('has a text description, even if Exchange sends HTML', () => {
    const body = { contentType: 'html', content: '<html><body><p>One</p><p>Two &amp; three</p></body></html>' } as const
    expect(mapped({ body }).description).toBe('One\n\nTwo & three')
  })
})

describe('the name of a time zone', () => {
  test.each([
    ['Pacific Standard Time', 'America/Los_Angeles'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['Tonga Standard Time', 'Pacific/Tongatapu'],
    ['UTC', 'UTC'],
    ['tzone://Microsoft/Utc', 'UTC'],
    ['Coordinated Universal Time', 'UTC'],
    ['Europe/Paris', 'Europe/Paris'],
    ['Customized Time Zone', undefined],
    ['tzone://Microsoft/Custom', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is %s', (name, iana) => {
    expect(toIana(name)).toBe(iana)
  })
})

function mapped(event: Parameters<typeof anEvent>[0], timeZone = 'Europe/Paris'): Event {
  const calendar = toCalendarEntry(aCalendar(), timeZone, ['me'])
  if (!calendar) throw new Error('no calendar')
  return toEvent(anEvent(event), calendar)
}
