import { dateTimeFormat, numberFormat } from '../../../text/formats.ts'
/** A field of a table, as far as its values are formatted by it. */
export interface ValueField {
  fieldType: string
  options?: readonly { value?: string | null; label?: string | null }[]
}

/** How people read numbers and dates: a BCP 47 tag and an IANA name. */
interface Reader {
  locale: string
  timeZone: string
}

/** A value of a record as people read it: labels of options, dates, numbers, yes and no. */
export function formatValue(value: string, field: ValueField | undefined, { locale, timeZone }: Reader): string {
  const labels = field?.options?.length ? toLabels(value, field.options) : undefined
  if (labels !== undefined) return labels
  const type = field?.fieldType.toLowerCase() ?? ''
  if (type.includes('bool') || type === 'checkbox') return { true: 'Yes', false: 'No' }[value.toLowerCase()] ?? value
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value, { dateStyle: 'medium', timeZone: 'UTC' }, locale)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) {
    return formatDate(value, { dateStyle: 'medium', timeStyle: 'short', timeZone }, locale)
  }
  const isNumber = /^(?:number|currency|double|int|integer|percent|decimal|float)/.test(type)
  if (isNumber && /^-?\d+(?:\.\d+)?$/.test(value)) {
    return `${numberFormat(locale).format(Number(value))}${type.startsWith('percent') ? ' %' : ''}`
  }
  return value
}

/** Several options are separated by semicolons. */
function toLabels(value: string, options: NonNullable<ValueField['options']>): string | undefined {
  const labels = value.split(';').map((part) => options.find((option) => option.value === part.trim())?.label ?? part)
  return labels.join(', ')
}

function formatDate(value: string, options: Intl.DateTimeFormatOptions, locale: string): string {
  const time = Date.parse(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(time) ? value : dateTimeFormat(locale, options).format(time)
}
