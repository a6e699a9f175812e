import { Box, Button, Group, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import classes from './bucket-chart.module.css'
import { BucketTable } from './bucket-table.tsx'
import { type ChartBucket, type ChartSeries, describeBucket, summarize, usedSeries } from './data.ts'
import type { ChartForm } from './draw.ts'
import { Legend } from './legend.tsx'
import { Picture } from './picture.tsx'

export interface BucketChartProps {
  /** What the chart shows, for screen readers and the table, such as “Items per day and kind”. */
  label: string
  /** What a bucket is, such as “Day”. */
  bucketName: string
  buckets: readonly ChartBucket[]
  /** From the bottom to the top. Those without anything to show are left out. */
  series: readonly ChartSeries[]
  /** Stacked bars, or a line for each series. Default: bars. */
  form?: ChartForm
  /** In px. */
  height?: number
  /** Called when a bucket is clicked, or chosen by Enter. */
  onOpen?: (bucket: ChartBucket) => void
}

/**
 * Counts over time, by series. Hovering, or the arrow keys, show the numbers of a bucket below the picture; the same
 * numbers can be read as a table.
 */
export function BucketChart(props: BucketChartProps) {
  const { label, bucketName, buckets, series, form = 'bars', height = 180, onOpen } = props
  const [isTable, setTable] = useState(false)
  const [index, setIndex] = useState<number>()
  const { ref, width } = useElementSize()
  const used = usedSeries(buckets, series)
  const bucket = index === undefined ? undefined : buckets[index]
  return (
    <figure className={classes.figure} aria-label={label} style={colorsOf(used)}>
      <Box ref={ref}>
        {isTable ? (
          <BucketTable label={label} bucketName={bucketName} buckets={buckets} series={used} />
        ) : (
          <Picture
            {...{ label, buckets, series: used, form, width, height, onOpen }}
            index={index}
            onIndexChange={setIndex}
          />
        )}
      </Box>
      <Group justify="space-between" gap="xs" align="flex-start" mt={4}>
        <Box flex="1 1 14rem" miw={0}>
          {!isTable && <Legend buckets={bucket ? [bucket] : buckets} series={used} />}
          <Text size="xs" c="dimmed" mih="1.55em">
            {bucket && !isTable ? describeBucket(bucket, used) : summarize(buckets, used)}
          </Text>
        </Box>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={isTable ? <IconChartBar size={14} aria-hidden /> : <IconTable size={14} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      </Group>
    </figure>
  )
}

/** The colours of the series as CSS variables, which follow the colour scheme. */
function colorsOf(series: readonly ChartSeries[]): CSSProperties {
  return Object.fromEntries(
    series.map(({ color }, index) => [
      `--chart-${index}`,
      `light-dark(var(--mantine-color-${color}-6), var(--mantine-color-${color}-5))`,
    ]),
  )
}
