import { toDayKey } from '../../text/dates.ts'
import { type DayKey, isDayKey } from '../../text/days.ts'
import { dateTimeFormat } from '../../text/formats.ts'
import { readPreferences } from '../../text/preferences.ts'

/** Tasks are due on a day, at this time of it, as those that the platform makes of promises. */
const DUE_TIME = '17:00'
/** Years below are those of a date that is being typed. */
const FIRST_YEAR = 1970

/** A time as the value of a date field, in the person's time zone. `time` is epoch ms. */
export function toDayValue(time: number | null): string {
  return time === null ? '' : toDayKey(time)
}

/** A time as the value of a field for date and time, in the person's time zone. `time` is epoch ms. */
export function toMinuteValue(time: number | null, timeZone = readPreferences().timeZone): string {
  if (time === null) return ''
  const clock = dateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = dateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${day.format(time)}T${clock.format(time)}`
}

/**
 * When a task is due that is due on a day (epoch ms); null for no day, undefined for one that is still being typed. The time
 * of day stays that of `previous`.
 */
export function fromDayValue(day: DayKey, previous: number | null): number | null | undefined {
  if (day === '') return null
  if (!isDayKey(day)) return undefined
  const clock = previous === null ? DUE_TIME : toMinuteValue(previous).slice(-DUE_TIME.length)
  return fromMinuteValue(`${day}T${clock}`)
}

/** The time of a field for date and time (epoch ms); null if it is empty, undefined while it is being typed. */
export function fromMinuteValue(value: string, timeZone = readPreferences().timeZone): number | null | undefined {
  if (value === '') return null
  const local = Date.parse(`${value}Z`)
  if (Number.isNaN(local) || Number(value.slice(0, 4)) < FIRST_YEAR) return undefined
  let time = local
  // The first step uses the offset of another hour, which may be that of the other side of a change of clocks.
  for (let step = 0; step < 2; step++) time += local - Date.parse(`${toMinuteValue(time, timeZone)}Z`)
  return time
}
