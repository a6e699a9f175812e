import { Table } from '@mantine/core'
import { formatNumber } from '../../text/numbers.ts'
import classes from './bucket-chart.module.css'
import { type ChartBucket, type ChartSeries, totalOf } from './data.ts'

interface BucketTableProps {
  label: string
  bucketName: string
  buckets: readonly ChartBucket[]
  series: readonly ChartSeries[]
}

/** The numbers of a chart, the last bucket first. */
export function BucketTable({ label, bucketName, buckets, series }: BucketTableProps) {
  return (
    // The region scrolls, so the keyboard has to reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region is focusable
    <section className={classes.table} aria-label={label} tabIndex={0}>
      <Table stickyHeader verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{bucketName}</Table.Th>
            {series.map(({ key, singular, plural = `${singular}s` }) => (
              <Table.Th key={key} scope="col" ta="right">
                {plural}
              </Table.Th>
            ))}
            <Table.Th scope="col" ta="right">
              in all
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {buckets.toReversed().map((bucket) => (
            <Table.Tr key={bucket.key}>
              <Table.Th scope="row" fw={400} style={{ whiteSpace: 'nowrap' }}>
                {bucket.label}
              </Table.Th>
              {series.map(({ key }) => (
                <Table.Td key={key} ta="right">
                  {formatNumber(bucket.values[key] ?? 0)}
                </Table.Td>
              ))}
              <Table.Td ta="right">{formatNumber(totalOf(bucket, series))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
