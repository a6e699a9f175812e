import { toDayKey } from './dates.ts'
import { addDays, startOfDay } from './days.ts'

/** A time zone by its IANA name, if the browser knows it. */
export function toZone(timeZone: string | null | undefined): string | undefined {
  if (!timeZone) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The times of an event of whole days (epoch ms): midnights in its own time zone. The end is exclusive. */
interface WholeDays {
  dateStart: number
  dateEnd?: number | null | undefined
  timeZone?: string | null | undefined
}

/**
 * When the days of such an event begin and end in the person's time zone (epoch ms). Friday in Auckland is Friday
 * everywhere, although it begins there on Thursday noon of Paris.
 */
export function toLocalDays({ dateStart, dateEnd, timeZone }: WholeDays): { start: number; end: number } {
  const zone = toZone(timeZone)
  const last = Math.max(dateStart, (dateEnd ?? dateStart) - 1)
  return { start: startOfDay(toDayKey(dateStart, zone)), end: startOfDay(addDays(toDayKey(last, zone), 1)) }
}
