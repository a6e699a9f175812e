import { numberFormat } from '../../../text/formats.ts'
import { readPreferences } from '../../../text/preferences.ts'
import { type Column, joinChoices, splitChoices } from './column.ts'
import { fromWallClock, isDay, toWallClock } from './zoned.ts'

/** The value to store, or a sentence that says why what was entered is not one. */
export type Entered = { value: string } | { problem: string }

/** Converts what a person has entered, or pasted, to a value of a field. The vendor judges the rest. */
export function enterValue(column: Column, text: string): Entered {
  const trimmed = text.trim()
  const { label, required, kind } = column
  if (trimmed === '') return required ? { problem: `${label} cannot be empty.` } : { value: '' }
  switch (kind) {
    case 'number':
    case 'integer':
    case 'currency':
    case 'percent':
      return enterNumber(column, trimmed)
    case 'boolean':
      return enterBoolean(column, trimmed)
    case 'date':
      return isDay(trimmed) ? { value: trimmed } : { problem: `${label} must be a date such as 2026-03-16.` }
    case 'datetime':
      return enterInstant(column, trimmed)
    case 'picklist':
      return enterChoice(column, trimmed)
    case 'multipicklist':
      return enterChoices(column, trimmed)
    case 'longText':
      return { value: text }
    default:
      return { value: trimmed }
  }
}

/** The text with which the editor of a cell begins. */
export function toEditable({ kind }: Pick<Column, 'kind'>, value: string): string {
  if (kind !== 'datetime' || value === '') return value
  const time = Date.parse(value)
  return Number.isNaN(time) ? '' : toWallClock(time, readPreferences().timeZone).slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

/** Accepts the separators of the person's language, and of machines: “1.234,5” where commas are decimal, and 1234.5. */
function enterNumber({ label, kind }: Column, text: string): Entered {
  const parts = numberFormat(readPreferences().locale).formatToParts(12_345.6)
  const group = parts.find(({ type }) => type === 'group')?.value ?? ','
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const compact = text.replace(/[\s\u00a0\u202f%]/g, '')
  const plain = isPlainNumber(compact) ? compact : compact.replaceAll(group, '').replace(decimal, '.')
  if (!isPlainNumber(plain)) return { problem: `${label} must be a number.` }
  if (kind === 'integer' && !Number.isInteger(Number(plain))) return { problem: `${label} must be a whole number.` }
  return { value: plain }
}

function isPlainNumber(text: string): boolean {
  return /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(text)
}

const TRUE = ['true', 'yes', '1']
const FALSE = ['false', 'no', '0']

function enterBoolean({ label }: Column, text: string): Entered {
  const word = text.toLowerCase()
  if (TRUE.includes(word)) return { value: 'true' }
  return FALSE.includes(word) ? { value: 'false' } : { problem: `${label} must be yes or no.` }
}

function enterInstant({ label }: Column, text: string): Entered {
  const hasZone = /(Z|[-+]\d\d:?\d\d)$/i.test(text)
  const wallClock = isDay(text) ? `${text}T00:00` : text.replace(' ', 'T')
  const time = hasZone ? Date.parse(text) : fromWallClock(wallClock, readPreferences().timeZone)
  if (Number.isNaN(time)) return { problem: `${label} must be a date with a time, such as 2026-03-16 09:30.` }
  return { value: new Date(time).toISOString() }
}

function findChoice({ options }: Column, text: string): string | undefined {
  const word = text.toLowerCase()
  const found =
    options.find(({ value }) => value === text) ??
    options.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word)
  return found?.value
}

function enterChoice(column: Column, text: string): Entered {
  if (column.options.length === 0) return { value: text }
  const value = findChoice(column, text)
  return value === undefined ? { problem: `${column.label} has no option “${text}”.` } : { value }
}

function enterChoices(column: Column, text: string): Entered {
  if (column.options.length === 0) return { value: text }
  const choices = splitChoices(text)
  const unknown = choices.find((choice) => findChoice(column, choice) === undefined)
  if (unknown !== undefined) return { problem: `${column.label} has no option “${unknown}”.` }
  return { value: joinChoices(choices.flatMap((choice) => findChoice(column, choice) ?? [])) }
}
