const DATE_TIME = /(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(.*)$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Offsets of the zones that RFC 5322 defines, in hours. */
const ZONE_HOURS: Readonly<Record<string, number>> = {
  edt: -4,
  est: -5,
  cdt: -5,
  cst: -6,
  mdt: -6,
  mst: -7,
  pdt: -7,
  pst: -8,
}
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

/**
 * Reads a Date header (RFC 5322, 3.3 and 4.3) as epoch ms; undefined if it is not a date, since it is whatever the sender
 * wrote. A date without a zone, or with an unknown one, is in UTC and never in the zone of this machine.
 */
export function parseMailDate(header: string): number | undefined {
  const [, day, month = '', year = '', hour, minute, second = '0', zone = ''] =
    DATE_TIME.exec(header.replace(/\([^()]*\)/g, ' ')) ?? []
  const fields = [toYear(year), MONTHS.indexOf(month.toLowerCase()), ...[day, hour, minute, second].map(Number)]
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = fields
  if (m < 0 || h > 23 || min > 59 || s > 60 || /^[ap]\.?m\b/i.test(zone)) return undefined
  const isDate = new Date(Date.UTC(y, m, d)).getUTCDate() === d
  return isDate ? Date.UTC(y, m, d, h, min, s) - toOffsetMs(zone) : undefined
}

/** Two digits are years from 1950 to 2049, three count from 1900. */
function toYear(text: string): number {
  const year = Number(text)
  if (text.length > 3) return year
  return text.length === 2 && year < 50 ? 2000 + year : 1900 + year
}

function toOffsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^(?:gmt|utc?)?\s*([+-])(\d{2}):?(\d{2})/i.exec(zone) ?? []
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
  return (ZONE_HOURS[zone.slice(0, 3).toLowerCase()] ?? 0) * HOUR_MS
}
