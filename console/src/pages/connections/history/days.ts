import type { SyncHistoryQuery } from '../../../../../platform/client/index.ts'
import { formatDay, toDayKey } from '../../../text/dates.ts'
import { dateTimeFormat } from '../../../text/formats.ts'
import { readPreferences } from '../../../text/preferences.ts'
import type { ChartBucket, ChartSeries } from '../../../ui/charts/data.ts'
import { readCount, type SyncName } from '../sync-words.ts'

export type SyncDay = NonNullable<SyncHistoryQuery['syncHistory']>[number]

/** Runs are retained for as long. */
export const HISTORY_DAYS = 14

const COUNTERS = [
  'runs',
  'failedRuns',
  'deferredRuns',
  'warnedRuns',
  'created',
  'updated',
  'unchanged',
  'skipped',
  'failedCount',
] as const
type Counter = (typeof COUNTERS)[number]

/** All runs of a day. */
export interface HistoryDay extends Record<Counter, number> {
  /** When it began (epoch ms). */
  date: number
  key: string
  label: string
  read: number
}

const NOTHING = Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Record<Counter, number>

/**
 * The last days, oldest first, each with the sums of one sync or of all. `starts` are the beginnings of the days (epoch
 * ms); days without runs have zeros.
 */
export function toHistory(
  rows: readonly SyncDay[],
  starts: readonly number[],
  sync: SyncName | undefined,
): HistoryDay[] {
  return starts.map((date) => {
    const key = toDayKey(date)
    const counted = { ...NOTHING }
    for (const row of rows) {
      if (toDayKey(row.date) !== key || (sync !== undefined && row.sync !== sync)) continue
      for (const name of COUNTERS) counted[name] += row[name]
    }
    return { ...counted, date, key, label: formatDay(date), read: readCount(counted) }
  })
}

/** What the chart of a connection counts: what changed. What was read without a change would hide it. */
export const HISTORY_SERIES: readonly ChartSeries[] = [
  { key: 'created', singular: 'new', plural: 'new', color: 'blue' },
  { key: 'updated', singular: 'changed', plural: 'changed', color: 'teal' },
  { key: 'skipped', singular: 'left out', plural: 'left out', color: 'gray' },
  { key: 'failedCount', singular: 'not valid', plural: 'not valid', color: 'red' },
]

export function toBuckets(days: readonly HistoryDay[]): ChartBucket[] {
  return days.map(({ key, label, date, created, updated, skipped, failedCount }) => ({
    key,
    label,
    tick: formatTick(date),
    values: { created, updated, skipped, failedCount },
  }))
}

/** Such as “23 Nov”. */
function formatTick(time: number): string {
  const { locale, timeZone } = readPreferences()
  return dateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short' }).format(time)
}
