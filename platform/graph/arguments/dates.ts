import { badInput } from '../errors.ts'

/** The maximum time value of a Date (epoch ms; ECMA-262, 21.4.1.1). */
const MAX_EPOCH_MS = 8.64e15

/** Rounds a time to whole epoch milliseconds. Throws BAD_USER_INPUT at `argument` if it is out of range. */
export function parseEpochMs(argument: string, value: number): number {
  const time = Math.round(value)
  if (!(Math.abs(time) <= MAX_EPOCH_MS)) throw badInput(argument, 'must be a time in epoch milliseconds.')
  return time
}
