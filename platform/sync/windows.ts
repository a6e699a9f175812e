import type { Checkpoint, SyncName, SyncState } from '../model/sync.ts'

/** How far back and ahead is read. All in ms. */
export interface WindowRules {
  /** Mail and meetings: the first run, and how much of what was read before is read again. */
  firstBack: number
  overlap: number
  /** After a gap, so much of it is caught up on, in windows of this length. */
  longestGap: number
  slice: number
  /** Calendars: always from so long ago to so far ahead. */
  calendarBack: number
  calendarAhead: number
}

/** The time a run reads; half-open. */
export interface SyncWindow {
  dateStart: number
  dateEnd: number
}

/** The window of a sync's next run; undefined for syncs that have none. A run that was left at a page keeps its own. */
export function windowOf(sync: SyncName, state: SyncState, now: number, rules: WindowRules): SyncWindow | undefined {
  if (sync === 'calendar') return { dateStart: now - rules.calendarBack, dateEnd: now + rules.calendarAhead }
  if (sync !== 'email' && sync !== 'transcription') return undefined
  return leftAt(state.checkpoint) ?? nextWindow(state.dateReadUntil, now, rules)
}

function leftAt(checkpoint: Checkpoint | undefined): SyncWindow | undefined {
  const { dateStart, dateEnd, cursor } = checkpoint ?? {}
  return cursor !== undefined && dateStart !== undefined && dateEnd !== undefined ? { dateStart, dateEnd } : undefined
}

function nextWindow(readUntil: number | undefined, now: number, rules: WindowRules): SyncWindow {
  if (readUntil === undefined) return { dateStart: now - rules.firstBack, dateEnd: now }
  const dateStart = Math.max(now - rules.longestGap, readUntil - rules.overlap)
  return { dateStart, dateEnd: Math.min(now, dateStart + rules.slice) }
}

/** Whether there is more to catch up on right after a run over this window, which began `at`. */
export function isBehind({ dateEnd }: SyncWindow, at: number, { overlap }: WindowRules): boolean {
  return dateEnd < at - overlap
}
