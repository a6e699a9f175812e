/** Local date and time without a zone: `2026-03-29T02:30:00`. */
export type Local = string

const DAY = 86_400_000
const QUARTER = 15 * 60_000
const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

export function isZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined
  } catch {
    return false
  }
}

/** What the zone's clocks show at the instant. */
export function localOf(instant: number, zone: string): Local {
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 19)
}

/**
 * The instant at which the zone's clocks show this. Of a time that occurs twice the first is meant, and one that is
 * skipped is counted with the offset before the gap (RFC 5545, section 3.3.5).
 */
export function instantOf(local: Local, zone: string): number {
  const face = Date.parse(`${local}Z`)
  const before = offsetAt(face - DAY, zone)
  const after = offsetAt(face + DAY, zone)
  const fits = (offset: number) => offsetAt(face - offset, zone) === offset
  if (fits(before)) return face - before
  return fits(after) ? face - after : face - before
}

/** RFC 3339 with the zone's offset: `2026-03-29T03:30:00+02:00`. */
export function rfc3339(instant: number, zone: string): string {
  const minutes = offsetAt(instant, zone) / 60_000
  if (zone === 'UTC') return `${localOf(instant, zone)}Z`
  const [sign, size] = [minutes < 0 ? '-' : '+', Math.abs(minutes)]
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${localOf(instant, zone)}${sign}${two(size / 60)}:${two(size % 60)}`
}

/** Milliseconds the zone's clocks are ahead of UTC. Offsets change on the quarter of an hour, so one look per quarter is enough. */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER)
  const key = `${zone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const at = quarter * QUARTER
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const year = part.year?.padStart(4, '0')
  const face = Date.parse(`${year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`)
  offsets.set(key, face - at)
  return face - at
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const two = '2-digit'
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  formats.set(zone, format)
  return format
}
