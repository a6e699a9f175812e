import { badInput } from '../errors.ts'

/** The furthest that a date reaches, as JavaScript counts (epoch ms). */
const MAX_EPOCH_MS = 8.64e15

/** A time as the store takes it: whole milliseconds. Throws BAD_USER_INPUT at `argument` for what is no time. */
export function parseEpochMs(argument: string, given: number): number {
  const time = Math.round(given)
  if (!(Math.abs(time) <= MAX_EPOCH_MS)) throw badInput(argument, 'must be a time in epoch milliseconds.')
  return time
}
