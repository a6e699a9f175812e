import { Skeleton } from '@mantine/core'
import { FoundOverTimeDocument } from '../../documents.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { toDayKey } from '../../text/dates.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { BucketChart } from '../../ui/charts/bucket-chart.tsx'
import { kindSeries } from '../../ui/charts/kind-series.ts'
import { Loaded } from '../../ui/states.tsx'
import { intervalOf, lastDayOf, toBuckets } from './buckets.ts'
import type { SearchCriteria } from './criteria.ts'
import { toFilters, toRange } from './input.ts'

const NAMES = { DAY: 'Day', WEEK: 'Week', MONTH: 'Month' } as const
const KINDS = Object.keys(BLOCK_KINDS) as (keyof typeof BLOCK_KINDS)[]

interface OverTimeProps {
  criteria: SearchCriteria
  /** Restricts the search to the days of a bar. */
  onNarrow: (days: { from: string; to: string }) => void
}

/** When what was found happened. Opening a bar restricts the search to its days. */
export default function OverTime({ criteria, onNarrow }: OverTimeProps) {
  const interval = intervalOf(toRange(criteria))
  const query = useGraphQuery(
    FoundOverTimeDocument,
    { input: { ...toFilters(criteria), interval } },
    { topics: ['block'], showPrevious: true },
  )
  const name = NAMES[interval]
  return (
    <Loaded query={query} loading={<Skeleton height={190} />}>
      {({ searchGraphTimeline }) => (
        <BucketChart
          label={`Results per ${name.toLowerCase()} and kind`}
          bucketName={name}
          buckets={toBuckets(searchGraphTimeline ?? [], interval, toDayKey)}
          series={kindSeries(KINDS)}
          height={140}
          onOpen={({ key }) => onNarrow({ from: key, to: lastDayOf(key, interval) })}
        />
      )}
    </Loaded>
  )
}
