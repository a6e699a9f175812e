import { toEpochMs } from '../../src/kit/time.ts'

/** How Exchange writes that there is no date; also the first instant that a date and time of OData can write. */
const NO_DATE = Date.parse('0001-01-01T00:00:00Z')
const MAX_INSTANT = Date.parse('9999-12-31T00:00:00Z')

/** A date and time with its offset, epoch ms; undefined where Exchange has none. Digits beyond the third are dropped. */
export function toInstant(dateTime: string | null | undefined): number | undefined {
  const instant = toEpochMs(dateTime)
  return instant === NO_DATE ? undefined : instant
}

/** The nearest instant that OData can write, epoch ms. */
export function clampInstant(instant: number): number {
  return Math.min(Math.max(instant, NO_DATE), MAX_INSTANT)
}

/** An instant as OData writes it, in UTC. */
export function toDateTime(instant: number): string {
  return new Date(clampInstant(instant)).toISOString()
}
