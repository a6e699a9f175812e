import { toEpochMs } from '../../src/kit/time.ts'

/** Exchange's value for "no date", which is also the earliest date and time of OData. */
const NO_DATE = Date.parse('0001-01-01T00:00:00Z')
const MAX_INSTANT = Date.parse('9999-12-31T00:00:00Z')

/** Converts a date and time with an offset to epoch ms, dropping digits after milliseconds; undefined for "no date". */
export function toInstant(dateTime: string | null | undefined): number | undefined {
  const instant = toEpochMs(dateTime)
  return instant === NO_DATE ? undefined : instant
}

/** The nearest instant that OData can express (epoch ms). */
export function clampInstant(instant: number): number {
  return Math.min(Math.max(instant, NO_DATE), MAX_INSTANT)
}

/** Formats an instant (epoch ms) as an OData date and time in UTC. */
export function toDateTime(instant: number): string {
  return new Date(clampInstant(instant)).toISOString()
}
