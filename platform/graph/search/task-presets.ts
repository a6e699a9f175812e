import type { BlockFilters } from '../../storage/graph/search/filters.ts'
import type { GraphContext } from '../context.ts'
import { startOfDay } from './day.ts'
import type { GraphFilters } from './filter-input.ts'
import { given } from './given.ts'

/** For how many days a task has to be overdue before it is one to tidy up. */
const STALE_DAYS = 14
const OPEN = ['not_started', 'in_progress']

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
 * The views of a person's tasks. Days begin and end where the person is. What is done, snoozed or a template is in none
 * of them, and what is proposed is not yet among the tasks, unless the input itself speaks of those.
 */
export function taskFilters(input: GraphFilters, { now, timeZone }: GraphContext): BlockFilters {
  if (!hasPreset(input)) return {}
  const { own, priority, housekeeping } = presetsOf(input)
  const pressing = priority ? { dueBefore: startOfDay(now(), timeZone, 1) } : undefined
  const untidy = housekeeping ? { dueBefore: startOfDay(now(), timeZone, -STALE_DAYS) } : undefined
  return given({
    tasks: given({ pressing, untidy }),
    statuses: input.statuses ? undefined : OPEN,
    snoozed: input.snoozed ?? false,
    template: input.template ?? false,
    proposed: input.proposed ?? (own || priority ? false : undefined),
  })
}
