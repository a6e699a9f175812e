import { Skeleton } from '@mantine/core'
import { useNavigate } from 'react-router'
import { BucketChart } from '../../ui/charts/bucket-chart.tsx'
import { kindSeries } from '../../ui/charts/kind-series.ts'
import { Loaded } from '../../ui/states.tsx'
import { CHART_KINDS, toBuckets } from './activity.ts'
import { CHART_DAYS, useActivity } from './queries.ts'

const HEIGHT = 180
const SERIES = kindSeries(CHART_KINDS)

/** What there is of each of the last days, by kind. It is loaded when the rest of the page is there. */
export function Activity({ now, enabled }: { now: number; enabled: boolean }) {
  const navigate = useNavigate()
  const { days, query } = useActivity(now, enabled)
  return (
    <Loaded query={query} loading={<Skeleton height={HEIGHT + 44} role="status" aria-label="Loading" />}>
      {({ searchGraphTimeline }) => (
        <BucketChart
          label={`Items per day and kind in the last ${CHART_DAYS} days`}
          bucketName="Day"
          buckets={toBuckets(days, searchGraphTimeline ?? [], now)}
          series={SERIES}
          height={HEIGHT}
          onOpen={({ key }) => void navigate(`/search?from=${key}&to=${key}`)}
        />
      )}
    </Loaded>
  )
}
