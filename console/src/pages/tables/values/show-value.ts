import { formatDateTime } from '../../../text/dates.ts'
import { dateTimeFormat, numberFormat } from '../../../text/formats.ts'
import { readPreferences } from '../../../text/preferences.ts'
import { type Column, splitChoices } from './column.ts'
import { isDay } from './zoned.ts'

/** A value as people read it. What does not have its field's form is shown as it is. */
export function showValue({ kind, options }: Pick<Column, 'kind' | 'options'>, value: string): string {
  if (value === '') return ''
  const labelOf = (choice: string) => options.find((option) => option.value === choice)?.label ?? choice
  switch (kind) {
    case 'number':
    case 'integer':
      return showNumber(value, {})
    case 'currency':
      return showNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    case 'percent':
      return `${showNumber(value, {})} %`
    case 'boolean':
      return value === 'true' ? 'Yes' : value === 'false' ? 'No' : value
    case 'date':
      return showDay(value)
    case 'datetime':
      return showInstant(value)
    case 'picklist':
      return labelOf(value)
    case 'multipicklist':
      return splitChoices(value).map(labelOf).join(', ')
    case 'longText':
      return toSingleLine(value)
    default:
      return value
  }
}

function showNumber(value: string, options: Intl.NumberFormatOptions): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  return numberFormat(readPreferences().locale, { maximumFractionDigits: 6, ...options }).format(number)
}

/** A day has no time zone, so it is the same day everywhere. */
function showDay(value: string): string {
  if (!isDay(value)) return value
  const { locale } = readPreferences()
  const format = dateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })
  return format.format(Date.parse(`${value}T00:00:00Z`))
}

function showInstant(value: string): string {
  const time = Date.parse(value)
  return Number.isNaN(time) ? value : formatDateTime(time)
}

const MAX_SHOWN = 300

/** A long text in one line of a grid, without the tags of HTML. */
function toSingleLine(value: string): string {
  return value
    .slice(0, MAX_SHOWN)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
