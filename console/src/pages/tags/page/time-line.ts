import type { TagTimeLineQuery } from '../../../documents.ts'
import { dateOf, isWholeDay } from '../../../text/blocks.ts'
import { formatDay, toDayKey } from '../../../text/dates.ts'

export type Activity = NonNullable<TagTimeLineQuery['tagActivity']>[number]
export type ShownActivity = Activity & { block: NonNullable<Activity['block']> }

/** An entry of the time line; the first one of a day has the day's name. */
export interface TimeLineRow {
  activity: ShownActivity
  day: string | undefined
}

const DAY_MS = 86_400_000

/** Groups what happened by days of the person's time zone. `now` is epoch ms. What is not visible any more is left out. */
export function toTimeLine(activities: readonly Activity[], now: number): TimeLineRow[] {
  const rows: TimeLineRow[] = []
  let previous: string | undefined
  const dated = activities.filter(isShown).map((activity) => ({ activity, time: timeOf(activity) }))
  for (const { activity, time } of dated.toSorted((a, b) => b.time - a.time)) {
    const key = toDayKey(time)
    rows.push({ activity, day: key === previous ? undefined : nameOfDay(time, now) })
    previous = key
  }
  return rows
}

/** The platform sorts events of whole days by the midnight of their own time zone. */
function timeOf({ block, date }: ShownActivity): number {
  return (isWholeDay(block) ? dateOf(block) : undefined) ?? date
}

function isShown(activity: Activity): activity is ShownActivity {
  return activity.block !== null
}

/** “Today”, “Yesterday”, “Tomorrow”, or the date. */
export function nameOfDay(time: number, now: number): string {
  const key = toDayKey(time)
  if (key === toDayKey(now)) return 'Today'
  if (key === toDayKey(now - DAY_MS)) return 'Yesterday'
  return key === toDayKey(now + DAY_MS) ? 'Tomorrow' : formatDay(time, now)
}

/** The first moment of the next day in the person's time zone, to within a quarter of an hour (epoch ms). */
export function endOfDay(now: number): number {
  const step = 15 * 60_000
  const today = toDayKey(now)
  let [low, high] = [Math.floor(now / step), Math.ceil((now + 26 * 3_600_000) / step)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (toDayKey(middle * step) === today) low = middle
    else high = middle
  }
  return high * step
}
