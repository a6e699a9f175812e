import { Temporal } from 'temporal-polyfill'
import type { BlockFilters, NumberFilter } from '../../storage/graph/search/filters.ts'
import {
  countBlocksByTime,
  findTimeRange,
  type TimelineBuckets,
  type TimelineCount,
} from '../../storage/graph/search/timeline.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { BlockType } from '../values/block-reference.ts'
import { withCost } from '../with-cost.ts'
import { filterFields, orderFields } from './filter-input.ts'
import { parseFilters } from './filters.ts'

/** The maximum number of buckets of a timeline, empty ones included, and how many of them may be in the future. */
const MAX_BUCKETS = 400
const MAX_FUTURE_BUCKETS = 100
/** Assumed rows of a timeline, for the estimated cost. */
const DEFAULT_ROWS = 500
/** Temporal represents a little less than what can be stored; what is beyond is left out (epoch ms). */
const MAX_TIME_MS = 8.6e15

const INTERVALS = ['DAY', 'WEEK', 'MONTH'] as const
type Interval = (typeof INTERVALS)[number]
const TimelineInterval = caseInsensitiveEnum('TimelineInterval', INTERVALS)

type TimelineRow = Omit<TimelineCount, 'bucket'> & { date: number }

const TimelineEntry = builder.objectRef<TimelineRow>('TimelineEntry').implement({
  description: 'The number of blocks of a type in a day, week or month.',
  fields: (t) => ({
    date: t.exposeFloat('date', {
      nullable: false,
      description: "When the day, week or month begins in the viewer's time zone (epoch ms).",
    }),
    blockType: t.expose('block_type', { type: BlockType, nullable: false }),
    count: t.exposeInt('count', { nullable: false }),
  }),
})

const GraphTimelineInput = builder.inputType('GraphTimelineInput', {
  description: 'Selects blocks as searchGraph does.',
  fields: (t) => ({
    ...filterFields(t),
    ...orderFields(t),
    interval: t.field({ type: TimelineInterval, description: 'Defaults to DAY. Weeks begin on Monday.' }),
  }),
})

type TimelineInput = Partial<typeof GraphTimelineInput.$inferInput>

builder.queryField('searchGraphTimeline', (t) =>
  t.field({
    type: [TimelineEntry],
    nullable: { list: true, items: false },
    description:
      'The number of blocks that searchGraph matches, by type and by the day, week or month of their dateAssociated, the ' +
      `earliest first. What has no blocks is left out. It spans at most ${MAX_BUCKETS} days, weeks or months; of more, those ` +
      'around now.',
    ...withCost({ rows: DEFAULT_ROWS }),
    args: { input: t.arg({ type: GraphTimelineInput }) },
    resolve: (_root, { input }, context) => findTimeline(input ?? {}, context),
  }),
)

async function findTimeline(
  { interval, smart: _smart, sort: _sort, ...input }: TimelineInput,
  context: GraphContext,
): Promise<TimelineRow[]> {
  const { db, viewer } = context
  const filters = parseFilters(input, context)
  const buckets = await chooseBuckets(interval ?? 'DAY', filters, context)
  if (!buckets) return []
  const counts = await countBlocksByTime(db, viewer, filters, buckets)
  return counts.map(({ bucket, ...row }) => ({ ...row, date: buckets.starts[bucket] ?? buckets.end }))
}

/** The buckets of what the filters select; undefined if that is nothing. */
async function chooseBuckets(
  interval: Interval,
  filters: BlockFilters,
  context: GraphContext,
): Promise<TimelineBuckets | undefined> {
  const requested = rangeOf(filters.dates?.associated)
  const chosen = requested && listBuckets(interval, requested, context)
  if (chosen && chosen.starts.length <= MAX_BUCKETS) return chosen
  const found = await findTimeRange(context.db, context.viewer, filters)
  return found && aroundNow(interval, found, context)
}

/** The first and the last moment of a filter with both bounds; undefined for others. */
function rangeOf({ gt, gte, eq, lte, lt }: NumberFilter = {}): Range | undefined {
  const first = gte ?? gt ?? eq
  const last = lte ?? lt ?? eq
  return first === undefined || last === undefined || last < first ? undefined : { first, last }
}

interface Range {
  first: number
  last: number
}

/** Lists the buckets of a range. One that has more than the maximum is reduced to those around now, with a warning. */
function aroundNow(interval: Interval, range: Range, context: GraphContext): TimelineBuckets {
  const all = listBuckets(interval, range, context)
  if (all.starts.length <= MAX_BUCKETS) return all
  const zoned = (time: number) => startOf(interval, time, context.timeZone)
  const latest = add(zoned(context.now()), interval, MAX_FUTURE_BUCKETS).epochMilliseconds
  const earliest = add(zoned(range.first), interval, MAX_BUCKETS - 1).epochMilliseconds
  const last = Math.max(Math.min(range.last, latest), earliest)
  const first = add(zoned(last), interval, 1 - MAX_BUCKETS).epochMilliseconds
  const message = `A timeline spans at most ${MAX_BUCKETS} of its intervals. Select less by dateAssociated, or a longer interval.`
  context.warnings.push({ code: 'SCOPE_CLAMPED', message, from: first, to: last })
  return listBuckets(interval, { first, last }, context)
}

/** Lists at most one bucket more than the maximum. */
function listBuckets(interval: Interval, { first, last }: Range, { timeZone }: GraphContext): TimelineBuckets {
  const starts: number[] = []
  let next = startOf(interval, first, timeZone)
  do {
    starts.push(next.epochMilliseconds)
    next = add(next, interval, 1)
  } while (starts.length <= MAX_BUCKETS && next.epochMilliseconds <= last)
  return { starts, end: next.epochMilliseconds }
}

/** The start of the interval that contains a time (epoch ms) in a time zone. */
function startOf(interval: Interval, time: number, timeZone: string): Temporal.ZonedDateTime {
  const clamped = Math.min(Math.max(Math.floor(time), -MAX_TIME_MS), MAX_TIME_MS)
  const day = Temporal.Instant.fromEpochMilliseconds(clamped).toZonedDateTimeISO(timeZone).toPlainDate()
  const first =
    interval === 'DAY' ? day : interval === 'WEEK' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 })
  return first.toZonedDateTime(timeZone)
}

/** The start of the interval that is `count` later. It is computed from days, whose length differs. */
function add(start: Temporal.ZonedDateTime, interval: Interval, count: number): Temporal.ZonedDateTime {
  const units = { DAY: 'days', WEEK: 'weeks', MONTH: 'months' } as const
  return start
    .toPlainDate()
    .add({ [units[interval]]: count })
    .toZonedDateTime(start.timeZoneId)
}
