import { dateTimeFormat } from '../../../text/formats.ts'
import { toZone } from '../../../text/zones.ts'

/** The times of an event (epoch ms); the end is exclusive. */
export interface EventTimes {
  dateStart?: number | null
  dateEnd?: number | null
  allDay?: boolean | null
  /** IANA name of the zone in which the event was planned. */
  timeZone?: string | null
}

/** How a person reads dates: a BCP 47 tag and an IANA name. */
export interface Reader {
  locale: string
  timeZone: string
}

export interface EventWhen {
  /** In the time zone of the reader; days of an event of whole days are those of its own zone. */
  text: string
  /** The same in the zone of the event, if the clock differs there. */
  inOwnZone?: string
}

const DAY_MS = 86_400_000
/** Times beyond this cannot be formatted (ECMA-262, 21.4.1.1). */
const MAX_MS = 8_640_000_000_000_000

/** Says when an event is. Undefined if it has no start. */
export function describeWhen(
  { dateStart, dateEnd, allDay, timeZone }: EventTimes,
  reader: Reader,
): EventWhen | undefined {
  if (dateStart === undefined || dateStart === null || Math.abs(dateStart) > MAX_MS) return undefined
  const end = Math.min(Math.max(dateEnd ?? dateStart, dateStart), MAX_MS)
  const zone = toZone(timeZone)
  if (allDay) return { text: describeDays(dateStart, end, { ...reader, timeZone: zone ?? reader.timeZone }) }
  const text = describeRange(dateStart, end, reader)
  if (zone === undefined) return { text }
  const own = { ...reader, timeZone: zone }
  const inOwnZone = describeRange(dateStart, end, own)
  return inOwnZone === text ? { text } : { text, inOwnZone: `${inOwnZone} in ${nameOfZone(zone)}` }
}

/** Such as “New York”. */
function nameOfZone(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

function describeRange(start: number, end: number, { locale, timeZone }: Reader): string {
  const format = dateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return format.formatRange(start, end)
}

function describeDays(start: number, end: number, { locale, timeZone }: Reader): string {
  const format = dateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  // The last moment of the last day, also if a day of the range has 23 or 25 hours.
  const last = Math.max(start, end - 1)
  const days = Math.max(1, Math.round((end - start) / DAY_MS))
  const text = format.formatRange(start, last)
  return days === 1 ? `${text}, all day` : `${text}, ${days} days`
}
