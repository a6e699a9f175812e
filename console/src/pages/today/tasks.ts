import type { TaskOfTodayFragment, TasksOfTodayQuery } from '../../documents.ts'
import { blocksOf } from '../../graph/blocks-of.ts'
import { distinct } from '../../graph/distinct.ts'
import { countOf } from '../../text/numbers.ts'
import { daysUntil, nameOfDay } from './days.ts'

export type TaskOfToday = TaskOfTodayFragment
type Found = NonNullable<TasksOfTodayQuery['pressing']>

/** Why a task is listed, in words, and how pressing it is. */
export interface TaskReason {
  text: string
  level: 'overdue' | 'today' | 'soon' | 'priority'
}

/** The tasks among what was found, each once: overdue ones first, then by due date, then those without one. */
export function toTasks(...lists: (Found | null | undefined)[]): TaskOfToday[] {
  return distinct(lists.flatMap((list) => blocksOf(list)))
    .filter(({ status }) => status !== 'completed')
    .toSorted((a, b) => (a.dateDue ?? Infinity) - (b.dateDue ?? Infinity) || Number(b.priority) - Number(a.priority))
}

/** Proposed tasks, one's own and nobody's first, then the newest. */
export function toProposals(list: Found | null | undefined, ownTagId: string): TaskOfToday[] {
  const isOthers = (task: TaskOfToday) => Number(ownersOf(task, ownTagId) !== undefined)
  return blocksOf(list).toSorted(
    (a, b) =>
      isOthers(a) - isOthers(b) || (b.dateCreated ?? 0) - (a.dateCreated ?? 0) || (b.dateDue ?? 0) - (a.dateDue ?? 0),
  )
}

/** Such as “Overdue for 3 days”, “Due today” and “Priority”. `now` is epoch ms. */
export function reasonOf({ dateDue, priority }: Pick<TaskOfToday, 'dateDue' | 'priority'>, now: number): TaskReason {
  if (dateDue === null) return { text: priority ? 'Priority' : 'Without a date', level: priority ? 'priority' : 'soon' }
  const days = daysUntil(dateDue, now)
  if (days < 0) return { text: `Overdue for ${countOf(-days, 'day')}`, level: 'overdue' }
  if (days === 0) return { text: 'Due today', level: 'today' }
  const day = nameOfDay(dateDue, now)
  return { text: `Due ${day === 'Tomorrow' ? 'tomorrow' : day}`, level: 'soon' }
}

/** Whose task it is, such as “for Bilal Haddad”; undefined if it is one's own or nobody's. */
export function ownersOf({ assignedTags }: Pick<TaskOfToday, 'assignedTags'>, ownTagId: string): string | undefined {
  const others = assignedTags.filter(({ _id }) => _id !== ownTagId)
  if (others.length === 0 || others.length < assignedTags.length) return undefined
  const [first, ...more] = others
  return `for ${first?.alias}${more.length === 0 ? '' : ` and ${more.length} more`}`
}
