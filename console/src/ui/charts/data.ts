import { countOf, formatNumber } from '../../text/numbers.ts'

/** What is counted in each bucket, such as a kind of block. */
export interface ChartSeries {
  key: string
  /** Such as “email”; `plural` defaults to it with “s”. */
  singular: string
  plural?: string
  /** Name of a colour of the theme. */
  color: string
}

/** A place on the horizontal axis, such as a day or a run of a sync. */
export interface ChartBucket {
  key: string
  /** Such as “Mon 23 Nov”. */
  label: string
  /** A shorter label for the axis. Default: `label`. */
  tick?: string
  /** By the key of the series. What is missing is 0. */
  values: Readonly<Record<string, number>>
}

/** A number of one series in one bucket, as the picture takes it. */
export interface ChartPoint {
  bucket: string
  series: string
  value: number
}

export function toPoints(buckets: readonly ChartBucket[], series: readonly ChartSeries[]): ChartPoint[] {
  return buckets.flatMap(({ key: bucket, values }) =>
    series.map(({ key }) => ({ bucket, series: key, value: values[key] ?? 0 })),
  )
}

/** The sum of all series, or of one. */
export function totalOf({ values }: ChartBucket, series: readonly ChartSeries[]): number {
  return series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0)
}

/** The sums over all buckets, by the key of the series. */
export function totalsOf(buckets: readonly ChartBucket[], series: readonly ChartSeries[]): Record<string, number> {
  return Object.fromEntries(
    series.map(({ key }) => [key, buckets.reduce((sum, { values }) => sum + (values[key] ?? 0), 0)]),
  )
}

/** The series that have anything to show, in their order. */
export function usedSeries(buckets: readonly ChartBucket[], series: readonly ChartSeries[]): ChartSeries[] {
  const totals = totalsOf(buckets, series)
  return series.filter(({ key }) => (totals[key] ?? 0) > 0)
}

/** Such as “Mon 23 Nov: 12 emails, 1 event”. */
export function describeBucket(bucket: ChartBucket, series: readonly ChartSeries[]): string {
  const parts = series.flatMap(({ key, singular, plural }) => {
    const value = bucket.values[key] ?? 0
    return value === 0 ? [] : [countOf(value, singular, plural)]
  })
  return `${bucket.label}: ${parts.length === 0 ? 'nothing' : parts.join(', ')}`
}

/** A sentence that says what the picture shows, such as “1,204 in all, at most 96 (Mon 23 Nov).” */
export function summarize(buckets: readonly ChartBucket[], series: readonly ChartSeries[]): string {
  const totals = buckets.map((bucket) => totalOf(bucket, series))
  const all = totals.reduce((sum, total) => sum + total, 0)
  if (all === 0) return 'Nothing yet.'
  const max = Math.max(...totals)
  const label = buckets[totals.indexOf(max)]?.label ?? ''
  return `${formatNumber(all)} in all, at most ${formatNumber(max)} (${label}).`
}

/** Such as 4 of 30 keys, evenly spread and with the last one, so that their labels have room. `maxCount` is at least 1. */
export function spread(keys: readonly string[], maxCount: number): string[] {
  const step = Math.max(1, Math.ceil(keys.length / Math.max(1, Math.floor(maxCount))))
  return keys.filter((_, index) => (keys.length - 1 - index) % step === 0)
}
