import { describe, expect, test } from '@jest/globals'
import { hostOf } from '../../../../console/src/pages/tags/page/hosts.ts'
import { effectsOf, proposedMergesOf } from '../../../../console/src/pages/tags/page/merge-text.ts'
import { readTab, tabsOf } from '../../../../console/src/pages/tags/page/tabs.ts'
import { type Activity, endOfDay, nameOfDay, toTimeLine } from '../../../../console/src/pages/tags/page/time-line.ts'
import { toDayKey } from '../../../../console/src/text/dates.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-23T12:00:00Z')

describe('the time line', () => {
  const activity = (id: string, date: number, isVisible = true) =>
    ({ _id: id, blockType: 'note', date, block: isVisible ? { _id: id } : null }) as unknown as Activity

  test('names each day once, and leaves out what is not visible any more', () => {
    const rows = toTimeLine(
      [
        activity('hidden', NOW, false),
        activity('a', NOW),
        activity('b', NOW - 1),
        activity('c', NOW - 24 * HOUR),
        activity('d', NOW - 72 * HOUR),
      ],
      NOW,
    )
    expect(rows.map(({ activity: { _id }, day }) => [_id, day])).toEqual([
      ['a', 'Today'],
      ['b', undefined],
      ['c', 'Yesterday'],
      ['d', nameOfDay(NOW - 72 * HOUR, NOW)],
    ])
    expect(nameOfDay(NOW + 24 * HOUR, NOW)).toBe('Tomorrow')
  })

  test('has events of whole days at their own days, in this order', () => {
    const event = (id: string, dateStart: number, timeZone: string) => {
      const block = { _id: id, blockType: 'event', allDay: true, dateStart, timeZone }
      return { ...activity(id, dateStart), block } as unknown as Activity
    }
    // Today in Kiritimati began a day earlier than in Niue.
    const midnight = Date.parse(`${toDayKey(NOW)}T00:00:00Z`)
    const rows = toTimeLine(
      [
        activity('late', endOfDay(NOW) - 2 * HOUR),
        event('west', midnight + 11 * HOUR, 'Pacific/Niue'),
        activity('yesterday', endOfDay(NOW) - 25 * HOUR),
        event('east', midnight - 14 * HOUR, 'Pacific/Kiritimati'),
      ],
      NOW,
    )
    expect(rows.map(({ activity: { _id }, day }) => [_id, day])).toEqual([
      ['late', 'Today'],
      ['west', undefined],
      ['east', undefined],
      ['yesterday', 'Yesterday'],
    ])
  })

  test('ends with the day', () => {
    const end = endOfDay(NOW)
    expect(end).toBeGreaterThan(NOW)
    expect(toDayKey(end - 1)).toBe(toDayKey(NOW))
    expect(toDayKey(end)).not.toBe(toDayKey(NOW))
    expect(endOfDay(end - 1)).toBe(end)
    expect(endOfDay(end)).toBeGreaterThan(end)
  })
})

describe('tabs', () => {
  test('people belong to companies', () => {
    const names = (tagSubType: string | null) =>
      tabsOf({ tagType: 'topic', tagSubType }).map(({ value }) => value as string)
    expect(names('organization')).toContain('people')
    expect(names(null)).not.toContain('people')
  })

  test('an unknown one is the time line', () => {
    const tabs = tabsOf({ tagType: 'person', tagSubType: null })
    expect(readTab('notes', tabs)).toBe('notes')
    expect(readTab('people', tabs)).toBe('time-line')
    expect(readTab(null, tabs)).toBe('time-line')
  })
})

describe('merges', () => {
  const tag = (_id: string, alias: string, email: string) => ({
    _id,
    alias,
    email,
    tagType: 'person' as const,
    tagSubType: null,
    emailDomain: null,
    avatar: null,
    favicon: null,
    taskCount: 0,
  })
  const recommendation = {
    _id: 'r',
    recommendationType: 'merge_tags' as const,
    displayTitle: 'Merge',
    displayDescription: 'Because',
    displayLabel: null,
    mergeTagsRecommendation: { keepTagId: 'a', tagIds: ['b', 'a'] },
    tags: [tag('a', 'Ada', 'ada@x.example'), tag('b', 'ada@y.example', 'ada@y.example')],
  }

  test('say what remains and what is archived', () => {
    const [merge] = proposedMergesOf([recommendation, { ...recommendation, mergeTagsRecommendation: null }])
    if (!merge) throw new Error('there is no merge')
    expect(merge).toMatchObject({ id: 'r', label: 'Merge', remaining: { _id: 'a' }, merged: [{ _id: 'b' }] })
    expect(effectsOf(merge)[0]).toContain('Ada (ada@x.example) remains')
    expect(effectsOf(merge)[1]).toMatch(/^ada@y\.example is archived/)
  })

  test('of tags that are gone have no effects to tell', () => {
    const [merge] = proposedMergesOf([{ ...recommendation, tags: [] }])
    expect(merge && effectsOf(merge)).toEqual([])
  })
})

test.each([
  ['https://www.acme.example/', 'acme.example'],
  ['http://acme.example:8080/about?x=1', 'acme.example:8080/about'],
  ['nonsense', 'nonsense'],
])('%s is shown as %s', (url, text) => {
  expect(hostOf(url)).toBe(text)
})
