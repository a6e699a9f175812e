/** Local date and time without an offset: `2026-03-29T02:30:00`. */
export type LocalDateTime = string

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000
const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

export function isTimeZone(name: string): boolean {
  try {
    return getFormat(name) !== undefined
  } catch {
    return false
  }
}

/** `instant`: epoch ms. */
export function toLocalDateTime(instant: number, zone: string): LocalDateTime {
  return new Date(instant + getOffsetMs(instant, zone)).toISOString().slice(0, 19)
}

/**
 * Converts a local time to epoch ms. An ambiguous time means its first occurrence; a skipped one is interpreted with
 * the offset before the gap (RFC 5545, section 3.3.5).
 */
export function toEpochMs(local: LocalDateTime, zone: string): number {
  const utc = Date.parse(`${local}Z`)
  const offsetBefore = getOffsetMs(utc - DAY_MS, zone)
  const offsetAfter = getOffsetMs(utc + DAY_MS, zone)
  const isValid = (offset: number) => getOffsetMs(utc - offset, zone) === offset
  if (isValid(offsetBefore)) return utc - offsetBefore
  return isValid(offsetAfter) ? utc - offsetAfter : utc - offsetBefore
}

/** Formats an instant (epoch ms) with the zone's offset: `2026-03-29T03:30:00+02:00`, or `Z` for UTC. */
export function formatRfc3339(instant: number, zone: string): string {
  if (zone === 'UTC') return `${toLocalDateTime(instant, zone)}Z`
  const offsetMinutes = getOffsetMs(instant, zone) / 60_000
  const sign = offsetMinutes < 0 ? '-' : '+'
  const minutes = Math.abs(offsetMinutes)
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${toLocalDateTime(instant, zone)}${sign}${pad(minutes / 60)}:${pad(minutes % 60)}`
}

/** Returns the zone's offset from UTC. Offsets only change on the quarter hour, so one value per quarter is cached. */
function getOffsetMs(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_MS)
  const key = `${zone} ${quarter}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  const quarterStart = quarter * QUARTER_MS
  const parts = Object.fromEntries(
    getFormat(zone)
      .formatToParts(quarterStart)
      .map(({ type, value }) => [type, value]),
  )
  const year = parts.year?.padStart(4, '0')
  const local = `${year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`
  const offset = Date.parse(local) - quarterStart
  offsets.set(key, offset)
  return offset
}

function getFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}
