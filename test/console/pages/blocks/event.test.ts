import { describe, expect, test } from '@jest/globals'
import { guestTagIds } from '../../../../console/src/pages/blocks/event/guests.ts'
import { describeRecurrence } from '../../../../console/src/pages/blocks/event/recurrence.ts'
import { describeWhen } from '../../../../console/src/pages/blocks/event/when.ts'

const READER = { locale: 'en-GB', timeZone: 'Europe/Paris' }
const plain = (text: string | undefined) => text?.replace(/\s/g, ' ')

describe('when an event is', () => {
  const dateStart = Date.UTC(2026, 10, 24, 13)
  const dateEnd = Date.UTC(2026, 10, 24, 14)

  test('is in the zone of the reader, and in its own if clocks differ there', () => {
    const when = describeWhen({ dateStart, dateEnd, timeZone: 'America/New_York' }, READER)
    expect(plain(when?.text)).toBe('Tue, 24 Nov 2026, 14:00–15:00')
    expect(plain(when?.inOwnZone)).toBe('Tue, 24 Nov 2026, 08:00–09:00 in New York')
    expect(describeWhen({ dateStart, dateEnd, timeZone: 'Europe/Berlin' }, READER)?.inOwnZone).toBeUndefined()
  })

  test('does without an end, a zone, or a zone that exists', () => {
    expect(plain(describeWhen({ dateStart }, READER)?.text)).toBe('Tue, 24 Nov 2026, 14:00')
    expect(describeWhen({ dateStart, dateEnd, timeZone: '<script>' }, READER)?.inOwnZone).toBeUndefined()
    expect(plain(describeWhen({ dateStart, dateEnd: 0 }, READER)?.text)).toBe('Tue, 24 Nov 2026, 14:00')
    expect(describeWhen({ dateStart: null }, READER)).toBeUndefined()
    expect(describeWhen({ dateStart: 1e300, dateEnd: 1e301 }, READER)).toBeUndefined()
    expect(describeWhen({ dateStart, dateEnd: 1e301 }, READER)?.text).toContain('2026')
  })

  test('is days for whole days: those of its own zone, and the end is not one of them', () => {
    const start = Date.parse('2026-11-24T00:00:00+13:00')
    const times = { dateStart: start, allDay: true, timeZone: 'Pacific/Auckland' }
    expect(plain(describeWhen({ ...times, dateEnd: start + 86_400_000 }, READER)?.text)).toBe(
      'Tue, 24 Nov 2026, all day',
    )
    expect(plain(describeWhen({ ...times, dateEnd: start + 3 * 86_400_000 }, READER)?.text)).toMatch(
      /^Tue, 24( Nov)? – Thu, 26 Nov 2026, 3 days$/,
    )
  })
})

describe('how an event repeats', () => {
  const words = (...lines: string[]) => describeRecurrence(lines, { locale: 'en-GB' })

  test('is said in words', () => {
    expect(words('RRULE:FREQ=DAILY')).toBe('Every day')
    expect(words('RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR')).toBe('Every 2 weeks on Monday, Wednesday and Friday')
    expect(words('RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')).toBe('Every week on weekdays')
    expect(words('RRULE:FREQ=MONTHLY;BYDAY=2TU')).toBe('Every month on the second Tuesday')
    expect(words('RRULE:FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1')).toBe('Every month on the last Friday')
    expect(words('RRULE:FREQ=MONTHLY;BYMONTHDAY=1,-1')).toBe('Every month on day 1 and the last day of the month')
    expect(words('RRULE:FREQ=YEARLY;BYMONTH=3;COUNT=5')).toBe('Every year in March 5 times')
    expect(words('RRULE:FREQ=WEEKLY;UNTIL=20270131T235959Z')).toBe('Every week until 31 January 2027')
  })

  test('is nothing without a rule, and the rule itself if it cannot be read', () => {
    expect(words()).toBeUndefined()
    expect(words('EXDATE:20270131')).toBeUndefined()
    expect(words('RRULE:FREQ=SOMETIMES')).toBe('By the rule FREQ=SOMETIMES')
    expect(words('RRULE:<img src=x>')).toBe('By the rule <img src=x>')
    expect(words('RRULE:FREQ=MONTHLY;BYMONTH=99')).toContain('Every month')
    expect(words('RRULE:FREQ=YEARLY;BYMONTH=x')).toContain('Every year')
  })

  test('the people one meets are those linked to the event, without oneself', () => {
    const links = ['person me', 'person bo', 'topic acme'].map((_id) => ({
      tag: { _id, tagType: _id.split(' ')[0] ?? '' },
    }))
    expect(guestTagIds(links, 'person me')).toEqual(['person bo'])
  })
})
