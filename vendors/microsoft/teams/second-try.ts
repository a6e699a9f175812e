import { setTimeout as wait } from 'node:timers/promises'
import type { Budget } from '../../../src/kit/budget.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'

/** The code of Graph's error while the organization does not allow applications to read transcripts. */
export const TRANSCRIPTS_DISABLED = 'GraphAccessToTranscriptsDisabled'

const DELAY_MS = 2_000

/**
 * Sends a request once more if the organization does not allow it: for some minutes after an administrator has allowed it,
 * Graph returns this error and success by turns. Two errors are a verdict, or one if the budget has no time for a second try.
 */
export async function withSecondTry<Result>(
  budget: Budget,
  send: () => Promise<Result>,
  delayMs = DELAY_MS,
): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!isTranscriptsDisabled(error) || !budget.allows(delayMs)) throw error
    await wait(delayMs)
    return await send()
  }
}

/** Whether the organization does not allow applications to read transcripts. */
export function isTranscriptsDisabled(error: unknown): boolean {
  return error instanceof VendorError && error.reasons.includes(TRANSCRIPTS_DISABLED)
}
