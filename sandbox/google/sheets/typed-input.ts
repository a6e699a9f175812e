import type { Cell } from './spreadsheet.ts'

const DAY_MS = 86_400_000
/** Day 0 of dates in spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30)

/** What Sheets makes of a text that a user types (USER_ENTERED): numbers, dates, booleans and formulas. */
export function parseTypedInput(text: string, year: number): Cell {
  if (text.startsWith('=')) return { formula: text, value: '#NAME?' }
  if (text.startsWith("'")) return text.slice(1)
  const trimmed = text.trim()
  if (/^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true'
  if (/^[+-]?[€$£]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(trimmed)) return Number(trimmed.replace(/[€$£,+]/g, ''))
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed)
  if (/^[+-]?\d+(\.\d+)?%$/.test(trimmed)) return Number(trimmed.slice(0, -1)) / 100
  return parseDate(trimmed, year) ?? text
}

/** Day and month as in the locale en_GB. Returns the serial number of the day. */
function parseDate(text: string, year: number): number | undefined {
  const local = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}))?$/.exec(text)
  if (local) return toSerial(Number(local[3] ?? year), Number(local[2]), Number(local[1]))
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return iso ? toSerial(Number(iso[1]), Number(iso[2]), Number(iso[3])) : undefined
}

function toSerial(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? (date.getTime() - EPOCH) / DAY_MS : undefined
}
