import { toDayKey } from './dates.ts'
import { dateTimeFormat } from './formats.ts'
import { readPreferences } from './preferences.ts'

const DAY_MS = 86_400_000

/** A calendar day as YYYY-MM-DD. */
export type DayKey = string

export function isDayKey(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(`${text}T00:00:00Z`))) return false
  // The 30th of February is parsed as one of March.
  return addDays(text, 0) === text
}

/** The day that is `count` days after another one, or before it if `count` is negative. */
export function addDays(day: DayKey, count: number): DayKey {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** When a day begins in the person's time zone (epoch ms), also where clocks are changed at midnight. */
export function startOfDay(day: DayKey, timeZone = readPreferences().timeZone): number {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const guess = noon - DAY_MS / 2 - offsetAt(noon, timeZone)
  // The offset at midnight differs from that at noon on two days of the year.
  const start = noon - DAY_MS / 2 - offsetAt(guess, timeZone)
  return start
}

/** Today in the person's time zone. `now` is epoch ms. */
export function today(now = Date.now()): DayKey {
  return toDayKey(now)
}

/** How far the zone's clocks are ahead of UTC at a time (ms). */
function offsetAt(time: number, timeZone: string): number {
  const parts = dateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time)
  const value = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return local - Math.floor(time / 1_000) * 1_000
}
