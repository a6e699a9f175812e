import { setTimeout as wait } from 'node:timers/promises'
import type { Org } from './org.ts'
import type { ApiError } from './response.ts'

/** Somebody else was writing the same record, or its parent: this one was not written, and may be in a moment. */
export function isLocked(errors: readonly ApiError[]): boolean {
  return errors.some(({ code }) => code === 'UNABLE_TO_LOCK_ROW')
}

/** Tries for locked rows after the first, and the wait before the first of them (ms); each wait is twice the last. */
const MAX_RETRIES = 3
const BASE_DELAY_MS = 200

/** Waits at random, so that two who lock each other out do not meet again. False when it is no use to try again. */
export async function waitForLock({ call }: Org, tries: number): Promise<boolean> {
  const time = BASE_DELAY_MS * 2 ** tries * (0.5 + Math.random())
  if (tries >= MAX_RETRIES || !call.budget.allows(time)) return false
  call.meter.waits += 1
  await wait(time, undefined, { signal: call.budget.signal }).catch(() => undefined)
  return call.budget.remainingMs() > 0
}
