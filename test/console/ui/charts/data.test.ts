import { describe, expect, test } from '@jest/globals'
import { describeBucket, spread, summarize, toPoints, usedSeries } from '../../../../console/src/ui/charts/data.ts'

const SERIES = [
  { key: 'email', singular: 'email', color: 'blue' },
  { key: 'reply', singular: 'reply', plural: 'replies', color: 'teal' },
  { key: 'note', singular: 'note', color: 'yellow' },
]
const bucket = (key: string, values: Record<string, number>) => ({ key, label: `Day ${key}`, values })
const BUCKETS = [bucket('1', { email: 1, reply: 2 }), bucket('2', {}), bucket('3', { email: 4 })]

describe('a chart in words', () => {
  test('says what is in a bucket', () => {
    expect(describeBucket(BUCKETS[0] as never, SERIES)).toBe('Day 1: 1 email, 2 replies')
    expect(describeBucket(BUCKETS[1] as never, SERIES)).toBe('Day 2: nothing')
  })

  test('is summed up', () => {
    expect(summarize(BUCKETS, SERIES)).toBe('7 in all, at most 4 (Day 3).')
    expect(summarize([bucket('1', {})], SERIES)).toBe('Nothing yet.')
    expect(summarize([], SERIES)).toBe('Nothing yet.')
  })
})

test('series without anything are left out, and zeros are drawn', () => {
  const used = usedSeries(BUCKETS, SERIES)
  expect(used.map(({ key }) => key)).toEqual(['email', 'reply'])
  expect(toPoints(BUCKETS, used)).toHaveLength(6)
  expect(toPoints(BUCKETS, used)[3]).toEqual({ bucket: '2', series: 'reply', value: 0 })
})

test.each([
  [30, 4],
  [30, 30],
  [5, 0.4],
  [1, 9],
  [0, 3],
])('of %i labels there is room for %d, the last one among them', (count, maxCount) => {
  const keys = Array.from({ length: count }, (_, index) => `${index}`)
  const shown = spread(keys, maxCount)
  expect(shown.length).toBeLessThanOrEqual(Math.max(1, maxCount))
  expect(shown.at(-1)).toBe(keys.at(-1))
})
