import type { Activity } from '../sharing/reasons.ts'
import { levelLabel } from '../sharing/rules.ts'

/** An entry of a block's history: “Ada · shared this with · Bilal · (can edit)”. */
export interface ActivityLine {
  key: string
  /** Who did it. */
  actor: string
  action: string
  /** Whom it concerned. Without an id they have no page of their own. */
  whom?: { _id?: string; alias: string }
  /** What follows the person's name. */
  after?: string
  /** Epoch ms. */
  time: number
}

type Words = Pick<ActivityLine, 'action' | 'whom' | 'after'>

/** Changes of one actor within this time are told as one (ms). */
const MERGE_WINDOW_MS = 30 * 60_000

/** The history of a block in words, newest first. `source` is the label of the application that it came from. */
export function describeActivities(activities: readonly Activity[], source: string | undefined): ActivityLine[] {
  return mergeRepeated(activities).map((activity, index) => ({
    key: `${activity.dateCreated} ${activity.activityType} ${index}`,
    actor: actorOf(activity, source),
    time: activity.dateCreated,
    ...describe(activity),
  }))
}

function actorOf({ actorType, actor }: Activity, source: string | undefined): string {
  if (actor?.self) return 'You'
  const name = actor?.name ?? undefined
  switch (actorType.toUpperCase()) {
    case 'PROVIDER':
      return source ?? name ?? 'A connected application'
    case 'AGENT':
      return name ? `${name} (AI agent)` : 'An AI agent'
    case 'SYSTEM':
      return 'Provider Hub'
    default:
      return name ?? 'Somebody'
  }
}

const STATUSES: Readonly<Record<string, string>> = {
  not_started: 'to do',
  in_progress: 'in progress',
  completed: 'done',
}

/** Activities that need no detail. */
const PLAIN: Readonly<Record<string, string>> = {
  CREATED: 'created this',
  COMMENTED: 'commented',
  ARCHIVED: 'archived this',
  RESTORED: 'restored this',
}

const SHARING: Readonly<Record<string, string>> = {
  SHARED: 'shared this with',
  UNSHARED: 'stopped sharing this with',
  ASSIGNED: 'assigned this to',
  UNASSIGNED: 'took this from',
}

function describe({ activityType, actorType, detail }: Activity): Words {
  const type = activityType.toUpperCase()
  if (type === 'CREATED' && actorType.toUpperCase() === 'PROVIDER') return { action: 'brought this in' }
  if (detail?.__typename === 'Rename') return { action: renaming(detail.oldTitle, detail.newTitle) }
  if (detail?.__typename === 'StatusChange') {
    const status = STATUSES[detail.newStatus?.toLowerCase() ?? '']
    return { action: status ? `set the status to “${status}”` : 'changed the status' }
  }
  const sharing = SHARING[type]
  if (sharing) {
    const { tag, sharingLevel: level } = detail?.__typename === 'SharingChange' ? detail : { tag: null }
    const isGrant = type === 'SHARED' && level != null
    return {
      action: sharing,
      whom: tag ?? { alias: 'somebody' },
      ...(isGrant ? { after: `(${levelLabel(level).toLowerCase()})` } : {}),
    }
  }
  return { action: PLAIN[type] ?? 'changed this' }
}

function renaming(before: string | null, after: string | null): string {
  if (!after) return 'removed the title'
  return before ? `renamed this from “${before}” to “${after}”` : `named this “${after}”`
}

/** Tells repeated changes of one actor as one: a title that was typed is saved several times. */
function mergeRepeated(activities: readonly Activity[]): Activity[] {
  const merged: Activity[] = []
  for (const activity of activities) {
    const later = merged.at(-1)
    if (!later || !isContinued(later, activity)) merged.push(activity)
    else if (later.detail?.__typename === 'Rename' && activity.detail?.__typename === 'Rename') {
      merged[merged.length - 1] = { ...later, detail: { ...later.detail, oldTitle: activity.detail.oldTitle } }
    }
  }
  return merged
}

const REPEATED: readonly string[] = ['RENAMED', 'UPDATED']

function isContinued(later: Activity, earlier: Activity): boolean {
  return (
    REPEATED.includes(later.activityType.toUpperCase()) &&
    later.activityType === earlier.activityType &&
    later.actorType === earlier.actorType &&
    later.actor?.name === earlier.actor?.name &&
    later.dateCreated - earlier.dateCreated < MERGE_WINDOW_MS
  )
}
