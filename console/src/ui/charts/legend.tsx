import { Group, Text } from '@mantine/core'
import { formatNumber } from '../../text/numbers.ts'
import classes from './bucket-chart.module.css'
import { type ChartBucket, type ChartSeries, totalsOf } from './data.ts'

/** What the colours mean, with the sums of the buckets. */
export function Legend({ buckets, series }: { buckets: readonly ChartBucket[]; series: readonly ChartSeries[] }) {
  const totals = totalsOf(buckets, series)
  return (
    <Group gap="0 var(--mantine-spacing-sm)" aria-hidden>
      {series.map(({ key, singular, plural = `${singular}s` }, index) => (
        <Group key={key} gap={6} wrap="nowrap">
          <span className={classes.swatch} style={{ background: `var(--chart-${index})` }} />
          <Text size="xs">
            {plural} {formatNumber(totals[key] ?? 0)}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
