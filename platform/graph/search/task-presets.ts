import { Temporal } from 'temporal-polyfill'
import { omitNullish } from '../../../src/runtime/omit.ts'
import type { BlockFilters } from '../../storage/graph/search/filters.ts'
import type { GraphContext } from '../context.ts'
import type { GraphFilters } from './filter-input.ts'

/** A task that is overdue for this many days needs tidying up. */
const STALE_DAYS = 14
const OPEN_STATUSES = ['not_started', 'in_progress']

interface Presets {
  own: boolean
  priority: boolean
  housekeeping: boolean
}

function presetsOf(input: GraphFilters): Presets {
  return {
    own: input.scopeToOwnTasks ?? false,
    priority: input.scopeToPriorityTasks ?? false,
    housekeeping: (input.scopeToHousekeepingTasks ?? false) || (input.scopeToHousekeepingTasksBoolean ?? false),
  }
}

export function hasPreset(input: GraphFilters): boolean {
  return Object.values(presetsOf(input)).includes(true)
}

/**
 * The filters of the task presets. Day boundaries are in the viewer's time zone. Completed and snoozed tasks and templates
 * are excluded from all presets, and proposed tasks from own and priority tasks, unless the input filters by these fields.
 */
export function taskFilters(input: GraphFilters, { now, timeZone }: GraphContext): BlockFilters {
  if (!hasPreset(input)) return {}
  const { own, priority, housekeeping } = presetsOf(input)
  const pressing = priority ? { dueBefore: startOfDay(now(), timeZone, 1) } : undefined
  const untidy = housekeeping ? { dueBefore: startOfDay(now(), timeZone, -STALE_DAYS) } : undefined
  return omitNullish({
    tasks: omitNullish({ pressing, untidy }),
    statuses: input.statuses ? undefined : OPEN_STATUSES,
    snoozed: input.snoozed ?? false,
    template: input.template ?? false,
    proposed: input.proposed ?? (own || priority ? false : undefined),
  })
}

/** The start of the day that is `daysLater` days after the day of `now` in a time zone (epoch ms). */
export function startOfDay(now: number, timeZone: string, daysLater = 0): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  return today.add({ days: daysLater }).toZonedDateTime(timeZone).epochMilliseconds
}
