import type { Checkpoint, SyncName, SyncState } from '../model/sync.ts'

/** How far back and ahead syncs read. */
export interface WindowOptions {
  /** Mail and meetings: how far back the first run reads. */
  initialLookbackMs: number
  /** Mail: how much of the previous window is read again. */
  overlapMs: number
  /** The same for meetings. Their transcripts come late, so it is long. */
  transcriptionOverlapMs: number
  /** After an interruption, up to this much is caught up, in windows of at most this length. */
  maxGapMs: number
  maxLengthMs: number
  /** Meetings without a transcript yet are read again for this time. */
  awaitMs: number
  /** Calendars: how far back and ahead every run reads. */
  calendarLookbackMs: number
  calendarLookaheadMs: number
}

/** The time that a run reads, from `dateStart` (inclusive) to `dateEnd` (exclusive), epoch ms. */
export interface SyncWindow {
  dateStart: number
  dateEnd: number
}

/** Returns the window of a sync's next run; undefined for syncs without windows. A resumed run retains its window. */
export function getWindow(
  sync: SyncName,
  state: SyncState,
  now: number,
  options: WindowOptions,
): SyncWindow | undefined {
  if (sync === 'calendar') {
    return { dateStart: now - options.calendarLookbackMs, dateEnd: now + options.calendarLookaheadMs }
  }
  if (sync !== 'email' && sync !== 'transcription') return undefined
  return checkpointWindow(state.checkpoint) ?? nextWindow(state.dateReadUntil, now, sync, options)
}

function checkpointWindow(checkpoint: Checkpoint | undefined): SyncWindow | undefined {
  const { dateStart, dateEnd, cursor } = checkpoint ?? {}
  return cursor !== undefined && dateStart !== undefined && dateEnd !== undefined ? { dateStart, dateEnd } : undefined
}

function nextWindow(
  readUntil: number | undefined,
  now: number,
  sync: 'email' | 'transcription',
  options: WindowOptions,
): SyncWindow {
  // What was read while the clock was ahead ends at a time that nobody knows.
  if (readUntil === undefined || readUntil > now + options.overlapMs)
    return { dateStart: now - options.initialLookbackMs, dateEnd: now }
  const overlapMs = sync === 'email' ? options.overlapMs : options.transcriptionOverlapMs
  const dateStart = Math.max(now - options.maxGapMs, readUntil - overlapMs)
  return { dateStart, dateEnd: Math.min(now, dateStart + options.maxLengthMs) }
}

/**
 * The time up to which a window has been read completely, by a run that began at `runStart`. Items that were not usable
 * yet (`awaitedSince`) are read again, unless they are too old.
 */
export function readUntil(
  { dateEnd }: SyncWindow,
  awaitedSince: number | undefined,
  runStart: number,
  { awaitMs }: WindowOptions,
): number {
  if (awaitedSince === undefined) return dateEnd
  return Math.min(dateEnd, Math.max(awaitedSince, runStart - awaitMs))
}

/** Whether there is more to catch up on after a run over this window that began at `runStart`. */
export function isBehind({ dateEnd }: SyncWindow, runStart: number, { overlapMs }: WindowOptions): boolean {
  return dateEnd < runStart - overlapMs
}
