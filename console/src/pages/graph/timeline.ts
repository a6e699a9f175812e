import type { BlockType } from '../../../../platform/client/index.ts'
import { toDayKey } from '../../text/dates.ts'
import { addDays, type DayKey } from '../../text/days.ts'
import type { GraphScope } from './scope.ts'

/** Blocks of a kind in a week. `date` is when it begins (epoch ms). */
export interface WeekCount {
  date: number
  blockType: BlockType
  count: number
}

/** A bar of the histogram: the number of blocks from a day to another one. */
export interface Bar {
  from: DayKey
  to: DayKey
  count: number
}

/** The first and the last bar that are shown. */
export type Span = readonly [number, number]

const MAX_BARS = 52
/** While it is played, this share of the bars is seen at a time. */
const PLAYED_SHARE = 6

/** Bars of one or more weeks, so that there are at most 52, from the first week with a block to the last one. */
export function toBars(weeks: readonly WeekCount[]): Bar[] {
  const counts = new Map<DayKey, number>()
  for (const { date, count } of weeks) {
    const day = toDayKey(date)
    counts.set(day, (counts.get(day) ?? 0) + count)
  }
  const days = [...counts.keys()].sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const weekCount = Math.round((Date.parse(last) - Date.parse(first)) / (7 * 86_400_000)) + 1
  const width = Math.ceil(weekCount / MAX_BARS)
  return Array.from({ length: Math.ceil(weekCount / width) }, (_, index) => {
    const from = addDays(first, index * width * 7)
    const starts = Array.from({ length: width }, (_, week) => addDays(from, week * 7))
    const count = starts.reduce((sum, day) => sum + (counts.get(day) ?? 0), 0)
    return { from, to: addDays(from, width * 7 - 1), count }
  })
}

/** The bars that a scope's days touch. */
export function toSpan(bars: readonly Bar[], { from, to }: Pick<GraphScope, 'from' | 'to'>): Span {
  const first = from ? bars.findIndex((bar) => bar.to >= from) : 0
  const last = to ? bars.findLastIndex((bar) => bar.from <= to) : bars.length - 1
  const start = first < 0 ? Math.max(0, bars.length - 1) : first
  return [start, Math.max(start, last)]
}

/** The days of a span; none if it is everything. */
export function toDays(bars: readonly Bar[], [first, last]: Span): Pick<GraphScope, 'from' | 'to'> {
  const isAll = first <= 0 && last >= bars.length - 1
  return isAll ? { from: undefined, to: undefined } : { from: bars[first]?.from, to: bars[last]?.to }
}

/** Where playing goes on: a bar further, or from the beginning if everything was shown. Undefined at the end. */
export function nextSpan(bars: readonly Bar[], [first, last]: Span): Span | undefined {
  if (first === 0 && last >= bars.length - 1) return [0, Math.max(0, Math.ceil(bars.length / PLAYED_SHARE) - 1)]
  return last + 1 < bars.length ? [first + 1, last + 1] : undefined
}
