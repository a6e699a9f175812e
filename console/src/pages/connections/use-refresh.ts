import { useEffect } from 'react'
import { isRunning, type Sync } from './sync-words.ts'

/** How often syncs are read again while something is going on of which no event may tell (ms). */
const BUSY_MS = 2_000
/** How long after its due time a run has usually begun (ms). */
const START_MS = 1_000
const MAX_WAIT_MS = 300_000

/**
 * When to read syncs again (ms from now), because a run that changes nothing causes no event: soon while one is running or
 * due, and else when the next one is due. Undefined: not at all.
 */
export function refreshDelay(syncs: readonly Sync[], now: number): number | undefined {
  if (syncs.some(isRunning)) return BUSY_MS
  const due = syncs.flatMap(({ pausedByUser, dateNextRun }) =>
    pausedByUser || dateNextRun === null ? [] : [dateNextRun + START_MS - now],
  )
  if (due.length === 0) return undefined
  return Math.min(MAX_WAIT_MS, Math.max(BUSY_MS, Math.min(...due)))
}

/** Keeps the dates of syncs true while the page is visible. */
export function useRefresh(syncs: readonly Sync[], isActive: boolean, refetch: () => unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the syncs are new objects each time they are read
  useEffect(() => {
    const delayMs = isActive ? refreshDelay(syncs, Date.now()) : undefined
    if (delayMs === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, delayMs)
    return () => clearInterval(timer)
  }, [syncs, isActive])
}
