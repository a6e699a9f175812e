import { dateTimeFormat } from '../../../text/formats.ts'
/** The wall-clock time of an instant (epoch ms) in a time zone, as YYYY-MM-DDTHH:mm:ss. */
export function toWallClock(time: number, timeZone: string): string {
  const format = dateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(time).replace(' ', 'T')
}

const SECOND_PASS = 2

/**
 * The instant (epoch ms) at which clocks of a time zone show a wall-clock time, such as 2026-03-16T09:30. A time that is
 * skipped when clocks go forward is the one an hour later. NaN if the text is no time.
 */
export function fromWallClock(text: string, timeZone: string): number {
  const asUtc = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc)) return Number.NaN
  let time = asUtc
  for (let pass = 0; pass < SECOND_PASS; pass++) {
    time = asUtc - (Date.parse(`${toWallClock(time, timeZone)}Z`) - time)
  }
  return time
}

/** The start of a day (YYYY-MM-DD) in a time zone, as epoch ms. */
export function startOfDay(day: string, timeZone: string): number {
  return fromWallClock(`${day}T00:00`, timeZone)
}

/** The day after a day, both YYYY-MM-DD. */
export function nextDay(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** Whether a text is an existing day, such as 2026-02-28. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
