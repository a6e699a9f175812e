import type { RecommendationType } from '../../../../platform/client/index.ts'
import type { FeedFieldsFragment } from '../../documents.ts'

export type Item = FeedFieldsFragment

/** What the keys do with a recommendation. */
export type CardCommand = 'accept' | 'dismiss' | 'snooze'

/** Recommendations that belong together, in the order in which they are shown: what is broken first. */
export const GROUPS = [
  {
    id: 'connections',
    title: 'Connections that need you',
    types: ['reconnect_required', 'scope_required', 'sync_paused'],
  },
  { id: 'promises', title: 'Promises and replies', types: ['follow_up'] },
  { id: 'meetings', title: 'Meetings to prepare', types: ['meeting_prep'] },
  { id: 'drafts', title: 'Notes and tasks', types: ['upsert_note', 'upsert_task'] },
  { id: 'people', title: 'People and companies', types: ['merge_tags', 'upsert_tag', 'link_business_object'] },
  { id: 'sharing', title: 'Sharing', types: ['share_block'] },
  { id: 'insights', title: 'Worth knowing', types: ['insight'] },
] as const satisfies readonly { id: string; title: string; types: readonly RecommendationType[] }[]

export type GroupId = (typeof GROUPS)[number]['id']

export interface Group {
  id: GroupId
  title: string
  items: Item[]
}

/** The recommendations by group, each group in the order of the feed. Groups without any are left out. */
export function toGroups(items: readonly Item[]): Group[] {
  const groups = GROUPS.map(({ id, title, types }) => ({
    id,
    title,
    items: items.filter(({ recommendationType }) => (types as readonly string[]).includes(typeOf(recommendationType))),
  }))
  return groups.filter((group) => group.items.length > 0)
}

/** The types of a group, for the filter; undefined for all. */
export function typesOf(groupId: string | null): RecommendationType[] | undefined {
  const found = GROUPS.find(({ id }) => id === groupId)
  return found && [...found.types]
}

/** Types are spelled in both cases. */
export function typeOf(type: string): string {
  return type.toLowerCase()
}

/** When a recommendation returns that is snoozed now. Epoch ms. */
export function snoozeTimes(now: number): { label: string; time: number }[] {
  return [
    { label: 'Tomorrow morning', time: morningIn(1, now) },
    { label: 'In three days', time: morningIn(3, now) },
    { label: 'Next week', time: morningIn(daysUntilMonday(now), now) },
  ]
}

const MORNING_HOUR = 8

function morningIn(days: number, now: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  date.setHours(MORNING_HOUR, 0, 0, 0)
  return date.getTime()
}

function daysUntilMonday(now: number): number {
  return (8 - new Date(now).getDay()) % 7 || 7
}

/** The morning of a chosen day (YYYY-MM-DD); undefined if it is not a day after today. */
export function snoozeUntilDay(day: string, now: number): number | undefined {
  const time = new Date(`${day}T0${MORNING_HOUR}:00:00`).getTime()
  return Number.isNaN(time) || time <= now ? undefined : time
}

/** Why recommendations are dismissed, as buttons. */
export const DISMISS_REASONS = ['Done already', 'Not relevant', 'Wrong'] as const

/** The recommendation that takes the place of one that goes: the next one, or else the one before. */
export function neighborOf(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id)
  return at < 0 ? ids[0] : (ids[at + 1] ?? ids[at - 1])
}
