import {
  ConnectionsDocument,
  type ConnectionsInput,
  SearchGraphTimelineDocument,
} from '../../../../platform/client/index.ts'
import {
  NewestRecommendationsDocument,
  PeopleMetDocument,
  RecentMailDocument,
  TasksOfTodayDocument,
  UpcomingMeetingsDocument,
} from '../../documents.ts'
import { EVERYTHING } from '../../graph/everything.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { DAY_MS, hourOf, lastDays, rangeOfDays } from './days.ts'
import type { Period } from './people.ts'

/**
 * How long ago a meeting that is still going on may have begun, and how far ahead one looks (ms). A day of the farthest time
 * zone began more than two days before the end of the person's.
 */
const BEGUN_MS = 3 * DAY_MS
const AHEAD_MS = 8 * DAY_MS
/** Mail that is older has been seen, or does not matter any more (ms). */
const MAIL_MS = 14 * DAY_MS
const SOON_MS = 7 * DAY_MS
const RECOMMENDATIONS = 3
export const CHART_DAYS = 30

const EVENTS = { ...EVERYTHING, blockTypes: ['event' as const] }
const EARLIEST = { field: 'dateAssociated', order: 'ASC' } as const
const LATEST = { field: 'dateAssociated', order: 'DESC' } as const

/** What the page shows at first: cheap operations that are sent together. `now` is epoch ms. */
export function useTodayQueries(now: number) {
  const hour = hourOf(now)
  const meetings = useGraphQuery(
    UpcomingMeetingsDocument,
    {
      // Those that are over are many at the end of a day, and must not displace the next ones.
      begun: { ...EVENTS, dateAssociated: { gte: hour - BEGUN_MS, lt: hour }, sort: [LATEST], size: 40 },
      upcoming: { ...EVENTS, dateAssociated: { gte: hour, lt: hour + AHEAD_MS }, sort: [EARLIEST], size: 60 },
    },
    { topics: ['blocks:event'], showPrevious: true },
  )
  const mail = useGraphQuery(
    RecentMailDocument,
    {
      input: {
        ...EVERYTHING,
        blockTypes: ['email'],
        dateAssociated: { gte: hour - MAIL_MS },
        sort: [LATEST],
        size: 80,
      },
    },
    { topics: ['blocks:email'], showPrevious: true },
  )
  const tasks = useGraphQuery(
    TasksOfTodayDocument,
    {
      pressing: { scopeToPriorityTasks: true, smart: true, size: 15 },
      soon: { scopeToOwnTasks: true, dateDue: { lt: hour + SOON_MS }, smart: true, size: 15 },
      proposed: {
        ...EVERYTHING,
        blockTypes: ['task'],
        proposed: true,
        statuses: ['not_started', 'in_progress'],
        sort: [{ field: 'dateCreated', order: 'DESC' }],
        size: 10,
      },
    },
    { topics: ['blocks:task'], showPrevious: true },
  )
  const connections = useGraphQuery(ConnectionsDocument, ALL_CONNECTIONS, { topics: ['connections'] })
  const recommendations = useGraphQuery(
    NewestRecommendationsDocument,
    { input: { size: RECOMMENDATIONS } },
    { topics: ['recommendation'] },
  )
  return { meetings, mail, tasks, connections, recommendations }
}

const ALL_CONNECTIONS: { input: ConnectionsInput } = { input: { size: 100 } }

/** The people whom one has met in the last days. It reads much, so it is sent by itself. */
export function usePeopleMet(days: Period, now: number) {
  const hour = hourOf(now)
  return useGraphQuery(
    PeopleMetDocument,
    {
      input: {
        ...EVERYTHING,
        blockTypes: ['event'],
        tagTypes: ['person'],
        dateAssociated: { gte: hour - days * DAY_MS, lt: hour + 3_600_000 },
        size: 50,
      },
    },
    { topics: ['blocks:event'], showPrevious: true, batch: false },
  )
}

/** What there is of each day and kind. It is not requested before the rest has been shown. */
export function useActivity(now: number, enabled: boolean) {
  const days = lastDays(CHART_DAYS, now)
  const query = useGraphQuery(
    SearchGraphTimelineDocument,
    { input: { ...EVERYTHING, dateAssociated: rangeOfDays(days), interval: 'DAY' } },
    { topics: ['block'], showPrevious: true, batch: false, enabled },
  )
  return { days, query }
}
