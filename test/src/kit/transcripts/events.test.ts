import { describe, expect, test } from '@jest/globals'
import { findEvent, type MeetingEvent, toJoinKey } from '../../../../src/kit/transcripts/events.ts'
import { mergePeople } from '../../../../src/kit/transcripts/people.ts'

const at = (time: string) => Date.parse(`2026-11-02T${time}:00Z`)
const times = (start: string, end: string) => ({ dateStart: at(start), dateEnd: at(end) })

function anEvent(title: string, start: string, end: string, key = 'abc-mnop-xyz'): MeetingEvent {
  return { title, joinKeys: [key], ...times(start, end), attendees: [] }
}

describe('the event of a meeting', () => {
  const find = (events: MeetingEvent[], start: string, end: string) =>
    findEvent(events, 'abc-mnop-xyz', times(start, end))?.title

  test('has its key and overlaps its time', () => {
    const other = anEvent('other', '09:00', '10:00', 'xyz-mnop-abc')
    expect(find([other, anEvent('mine', '09:00', '10:00')], '08:55', '09:40')).toBe('mine')
    expect(find([other], '09:00', '10:00')).toBeUndefined()
  })

  test('is not an earlier or later one that uses the same key', () => {
    const events = [anEvent('before', '08:00', '09:00'), anEvent('after', '10:00', '11:00')]
    expect(find(events, '09:00', '10:00')).toBeUndefined()
  })

  test('is the occurrence that overlaps most, and then the one that begins nearest', () => {
    const series = [anEvent('first', '09:00', '10:00'), anEvent('second', '10:00', '11:00')]
    expect(find(series, '09:58', '10:45')).toBe('second')
    expect(find([anEvent('nearer', '09:00', '09:35'), anEvent('longer', '10:05', '11:00')], '09:30', '10:20')).toBe(
      'longer',
    )
    expect(find([anEvent('long', '07:00', '12:00'), anEvent('short', '08:50', '12:00')], '09:00', '10:00')).toBe(
      'short',
    )
  })

  test('may contain a meeting without length', () => {
    expect(find([anEvent('mine', '09:00', '10:00')], '09:00', '09:00')).toBe('mine')
  })
})

test.each([
  ['ABC-mnop-XYZ', 'abc-mnop-xyz'],
  [' https://teams.example/l/19%3ameeting_A%40thread.v2/0/ ', 'https://teams.example/l/19:meeting_a@thread.v2/0'],
  ['100%', '100%'],
])('the key of %j is %j', (text, expected) => {
  expect(toJoinKey(text)).toBe(expected)
})

describe('people of several lists', () => {
  test('come once, with the first name that is known', () => {
    const invited = [{ email: 'ann@example.com' }, { email: 'bob@example.com', friendlyName: 'Bob' }]
    const present = [
      { email: 'Ann@Example.com', friendlyName: 'Ann Lee' },
      { email: 'bob@example.com', friendlyName: 'Robert' },
      { email: 'cleo@example.org', friendlyName: 'Cleo' },
    ]
    expect(mergePeople(invited, present)).toEqual([
      { email: 'ann@example.com', friendlyName: 'Ann Lee' },
      { email: 'bob@example.com', friendlyName: 'Bob' },
      { email: 'cleo@example.org', friendlyName: 'Cleo' },
    ])
  })
})
