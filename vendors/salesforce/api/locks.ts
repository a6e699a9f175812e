import { setTimeout as wait } from 'node:timers/promises'
import type { Org } from './org.ts'
import type { ApiError } from './response.ts'

/** Whether a record was not written because another process had locked it or its parent, so a retry may succeed. */
export function isLocked(errors: readonly ApiError[]): boolean {
  return errors.some(({ code }) => code === 'UNABLE_TO_LOCK_ROW')
}

/** Retries for locked rows, and the delay before the first one (ms), which doubles each time. */
const MAX_RETRIES = 3
const BASE_DELAY_MS = 200

/**
 * Waits before a retry, with jitter so that two processes that lock each other out do not collide again. Returns false
 * if there are no retries or no time left.
 */
export async function waitForLock({ call }: Org, tries: number): Promise<boolean> {
  const delayMs = BASE_DELAY_MS * 2 ** tries * (0.5 + Math.random())
  if (tries >= MAX_RETRIES || !call.budget.allows(delayMs)) return false
  call.meter.waits += 1
  await wait(delayMs, undefined, { signal: call.budget.signal }).catch(() => undefined)
  return call.budget.remainingMs() > 0
}
