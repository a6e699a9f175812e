import { formatDay } from '../../text/dates.ts'
import { startOfDay } from '../../text/days.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import type { Flag, Period, SearchCriteria, Sort } from './criteria.ts'

/** One of the filters, which can be removed. */
export interface FilterChip {
  key: string
  label: string
  /** The search without it. */
  without: SearchCriteria
}

/** What ids are called. What is not known yet, or not any more, has no name. */
export interface FilterNames {
  tags: ReadonlyMap<string, string>
  folders: ReadonlyMap<string, string>
  applications: ReadonlyMap<string, string>
}

export const STATUS_LABELS = { not_started: 'Not started', in_progress: 'In progress', completed: 'Completed' } as const

export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  today: 'Today',
  'last-7': 'Last 7 days',
  'last-30': 'Last 30 days',
  'last-365': 'Last 365 days',
  'next-7': 'Next 7 days',
  'next-30': 'Next 30 days',
}

export const FLAG_LABELS: Readonly<Record<Flag, string>> = {
  favorite: 'Favourites',
  shared: 'Shared with somebody',
  proposed: 'Waiting for approval',
  archived: 'Also archived',
}

export const SORT_LABELS: Readonly<Record<Sort, string>> = {
  changed: 'Last changed',
  newest: 'Newest',
  oldest: 'Oldest',
  due: 'Due first',
  title: 'Title',
}

/** Every filter of a search but its words, in the order of the filters on the page. */
export function chipsOf(criteria: SearchCriteria, names: FilterNames): FilterChip[] {
  const { kinds, tagIds, folderIds, applications, statuses, flags } = criteria
  const drop = <Entry>(entries: readonly Entry[], dropped: Entry) => entries.filter((entry) => entry !== dropped)
  const chip = (key: string, label: string, change: Partial<SearchCriteria>): FilterChip => ({
    key,
    label,
    without: { ...criteria, ...change },
  })
  return [
    ...kinds.map((kind) => chip(`kind:${kind}`, capitalize(BLOCK_KINDS[kind].plural), { kinds: drop(kinds, kind) })),
    ...tagIds.map((id) => chip(`tag:${id}`, names.tags.get(id) ?? 'Unknown', { tagIds: drop(tagIds, id) })),
    ...folderIds.map((id) =>
      chip(`folder:${id}`, `Folder: ${names.folders.get(id) ?? 'unknown'}`, { folderIds: drop(folderIds, id) }),
    ),
    ...dateChip(criteria).map((label) => chip('date', label, { period: undefined, from: undefined, to: undefined })),
    ...statuses.map((status) => chip(`status:${status}`, STATUS_LABELS[status], { statuses: drop(statuses, status) })),
    ...applications.map((name) =>
      chip(`app:${name}`, names.applications.get(name) ?? name, { applications: drop(applications, name) }),
    ),
    ...flags.map((flag) => chip(flag, FLAG_LABELS[flag], { flags: drop(flags, flag) })),
  ]
}

function dateChip({ period, from, to }: SearchCriteria): string[] {
  if (period) return [PERIOD_LABELS[period]]
  const [first, last] = [from, to].map((day) => (day ? formatDay(startOfDay(day)) : undefined))
  if (first && last) return [first === last ? first : `${first} – ${last}`]
  if (first) return [`From ${first}`]
  return last ? [`Until ${last}`] : []
}

/** Such as “offer · Emails · Last 7 days”, for lists of searches. */
export function describeSearch(criteria: SearchCriteria, names: FilterNames): string {
  const words = criteria.words.trim()
  const filters = chipsOf(criteria, names).map(({ label }) => label)
  return [...(words ? [words] : []), ...filters].join(' · ')
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
