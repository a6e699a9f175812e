import type { BlockType, SearchGraphTimelineQuery } from '../../../../platform/client/index.ts'
import { formatDay, formatMonthDay, toDayKey } from '../../text/dates.ts'
import { startOfDay } from '../../text/days.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import type { ChartBucket } from '../../ui/charts/data.ts'

type Entry = NonNullable<SearchGraphTimelineQuery['searchGraphTimeline']>[number]

/** The kinds of the chart, from the bottom to the top. */
export const CHART_KINDS = Object.keys(BLOCK_KINDS) as BlockType[]

/** A bucket for each of the days (YYYY-MM-DD), also for those without anything. What is of other days is left out. */
export function toBuckets(days: readonly string[], entries: readonly Entry[], now: number): ChartBucket[] {
  const byDay = Map.groupBy(entries, ({ date }) => toDayKey(date))
  return days.map((day) => {
    const label = formatDay(startOfDay(day), now)
    const values = Object.fromEntries((byDay.get(day) ?? []).map(({ blockType, count }) => [blockType, count]))
    return { key: day, label, tick: formatMonthDay(startOfDay(day)), values }
  })
}
