import type { BlockType, TimelineInterval } from '../../../../platform/client/index.ts'
import { formatDay, formatMonth, formatMonthDay } from '../../text/dates.ts'
import { addDays, type DayKey, startOfDay } from '../../text/days.ts'
import type { ChartBucket } from '../../ui/charts/data.ts'

/** Counted blocks of a kind. `date` is when its day, week or month begins (epoch ms). */
export interface CountedBlocks {
  date: number
  blockType: BlockType
  count: number
}

const DAY_MS = 86_400_000
const MAX_DAYS = 62
const MAX_WEEKS = 110
/** The platform counts at most as many. */
const MAX_BUCKETS = 400

/** Days for a month or two, weeks for a year or two and without a restriction, months for longer. Times are epoch ms. */
export function intervalOf(range: { gte?: number; lt?: number } | undefined, now = Date.now()): TimelineInterval {
  if (range?.gte === undefined && range?.lt === undefined) return 'WEEK'
  const days = Math.abs((range.lt ?? now) - (range.gte ?? now)) / DAY_MS
  if (range.gte !== undefined && days <= MAX_DAYS) return 'DAY'
  return days <= MAX_WEEKS * 7 ? 'WEEK' : 'MONTH'
}

/** A bucket for each day, week or month from the first to the last one with anything in it, by the day it begins. */
export function toBuckets(
  counted: readonly CountedBlocks[],
  interval: TimelineInterval,
  dayOf: (time: number) => DayKey,
): ChartBucket[] {
  const values = new Map<DayKey, Record<string, number>>()
  for (const { date, blockType, count } of counted) {
    const key = dayOf(date)
    values.set(key, { ...values.get(key), [blockType]: count })
  }
  const keys = [...values.keys()].sort()
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined) return []
  const buckets: ChartBucket[] = []
  for (let key = first; key <= last && buckets.length < MAX_BUCKETS; key = nextKey(key, interval)) {
    buckets.push({ key, ...labelOf(key, interval), values: values.get(key) ?? {} })
  }
  return buckets
}

/** The last day of a bucket. */
export function lastDayOf(key: DayKey, interval: TimelineInterval): DayKey {
  return addDays(nextKey(key, interval), -1)
}

function nextKey(key: DayKey, interval: TimelineInterval): DayKey {
  if (interval === 'DAY') return addDays(key, 1)
  if (interval === 'WEEK') return addDays(key, 7)
  const [year = 0, month = 0] = key.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

function labelOf(key: DayKey, interval: TimelineInterval): { label: string; tick: string } {
  const start = startOfDay(key)
  if (interval === 'MONTH') return { label: formatMonth(start), tick: formatMonth(start) }
  const day = formatDay(start)
  return { label: interval === 'WEEK' ? `Week of ${day}` : day, tick: formatMonthDay(start) }
}
