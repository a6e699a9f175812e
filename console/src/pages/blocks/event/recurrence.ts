import { dateTimeFormat } from '../../../text/formats.ts'

/** How a person reads dates: a BCP 47 tag. */
interface Reader {
  locale: string
}

const UNITS: Readonly<Record<string, string>> = {
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const ORDINALS: Readonly<Record<string, string>> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  '-1': 'last',
  '-2': 'second to last',
}
/** A Sunday. */
const SUNDAY_MS = Date.UTC(2023, 0, 1)
const DAY_MS = 86_400_000

/**
 * Says how an event repeats, from its lines of RFC 5545. Lines that are not rules, such as exceptions, are left out; a rule
 * that cannot be read is shown as it is. Undefined if it does not repeat.
 */
export function describeRecurrence(lines: readonly string[], reader: Reader): string | undefined {
  const rules = lines.flatMap((line) => (/^(?:RRULE:|FREQ=)/i.test(line) ? [line.replace(/^RRULE:/i, '')] : []))
  if (rules.length === 0) return undefined
  return rules.map((rule) => describeRule(rule, reader) ?? `By the rule ${rule}`).join('; ')
}

function describeRule(rule: string, { locale }: Reader): string | undefined {
  const parts = new Map(rule.split(';').map((part) => [part.split('=')[0]?.toUpperCase(), part.split('=')[1] ?? '']))
  const unit = UNITS[parts.get('FREQ')?.toUpperCase() ?? '']
  if (unit === undefined) return undefined
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const every = interval > 1 ? `Every ${interval} ${unit}s` : `Every ${unit}`
  const words = [
    every,
    describeDays(parts.get('BYDAY'), parts.get('BYSETPOS'), locale),
    describeMonthDays(parts.get('BYMONTHDAY')),
    describeMonths(parts.get('BYMONTH'), locale),
    describeEnd(parts.get('COUNT'), parts.get('UNTIL'), locale),
  ]
  return words.filter((word) => word !== '').join(' ')
}

function describeDays(days: string | undefined, position: string | undefined, locale: string): string {
  if (!days) return ''
  const codes = days.toUpperCase().split(',')
  if (position === undefined && codes.join() === 'MO,TU,WE,TH,FR') return 'on weekdays'
  if (position && codes.toSorted().join() === 'FR,MO,TH,TU,WE') return `on the ${toOrdinal(position)} weekday`
  const words = codes.map((code) => {
    const [, ordinal = '', day = ''] = /^([+-]?\d*)([A-Z]{2})$/.exec(code) ?? []
    const name = nameOfWeekday(day, locale) ?? code
    return ordinal || position ? `the ${toOrdinal(ordinal || position || '')} ${name}` : name
  })
  return `on ${listOf(words)}`
}

function nameOfWeekday(code: string, locale: string): string | undefined {
  const index = WEEKDAYS.indexOf(code)
  if (index < 0) return undefined
  return dateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(SUNDAY_MS + index * DAY_MS)
}

function describeMonthDays(days: string | undefined): string {
  if (!days) return ''
  return `on ${listOf(days.split(',').map((day) => (day === '-1' ? 'the last day' : `day ${day}`)))} of the month`
}

function describeMonths(months: string | undefined, locale: string): string {
  const numbers = (months ?? '').split(',').map(Number)
  if (!months || !numbers.every((month) => month >= 1 && month <= 12)) return ''
  const format = dateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return `in ${listOf(numbers.map((month) => format.format(Date.UTC(2023, month - 1, 1))))}`
}

function describeEnd(count: string | undefined, until: string | undefined, locale: string): string {
  if (count) return Number(count) === 1 ? 'once' : `${count} times`
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(until ?? '') ?? []
  if (!year) return ''
  const format = dateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return `until ${format.format(Date.UTC(Number(year), Number(month) - 1, Number(day)))}`
}

function toOrdinal(text: string): string {
  return ORDINALS[text.replace('+', '')] ?? `${text}.`
}

/** Such as “Monday, Tuesday and Friday”. */
function listOf(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
