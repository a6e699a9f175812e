import { toEpochMs } from '../../../src/kit/time.ts'
import { toId } from '../api/ids.ts'
import type { ObjectField } from '../api/object-type.ts'
import { findInvalidOption, toOptionValue } from './options.ts'

/** Formats a value of Salesforce as text; null becomes an empty string. */
export function toValueText({ type }: ObjectField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  return type === 'datetime' ? toIsoText(String(value)) : String(value)
}

/** Salesforce's offsets have no colon (`2011-07-07T00:37:00.000+0000`), which is not valid RFC 3339. */
function toIsoText(text: string): string {
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? text : new Date(instant).toISOString()
}

/** A value in the API's form, or a sentence that says why it is invalid. */
export type ConvertedValue = { value: string | number | boolean | null } | { problem: string }

/** Converts a text to the value of a field. An empty text clears the field. */
export function toFieldValue(field: ObjectField, text: string): ConvertedValue {
  if (text === '') return toNull(field)
  const convert = CONVERSIONS[field.type]
  return convert ? convert(text.trim(), field) : toTextValue(text, field)
}

function toNull({ label, type, nillable, defaultedOnCreate }: ObjectField): ConvertedValue {
  if (type === 'boolean') return { problem: `${label} must be true or false and cannot be empty.` }
  return nillable || defaultedOnCreate ? { value: null } : { problem: `${label} cannot be empty.` }
}

type Conversion = (text: string, field: ObjectField) => ConvertedValue

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  boolean: toBoolean,
  int: toWholeNumber,
  long: toWholeNumber,
  double: toNumber,
  currency: toNumber,
  percent: toNumber,
  date: toDate,
  datetime: toInstant,
  time: toTime,
  picklist: toOption,
  multipicklist: toOptionList,
  reference: toReference,
  id: toReference,
}

function toTextValue(text: string, { label, length }: ObjectField): ConvertedValue {
  const tooLong = length > 0 && text.length > length
  return tooLong
    ? { problem: `${label} may have at most ${length} characters, but has ${text.length}.` }
    : { value: text }
}

function toBoolean(text: string, { label }: ObjectField): ConvertedValue {
  const value = text.toLowerCase()
  return value === 'true' || value === 'false'
    ? { value: value === 'true' }
    : { problem: `${label} must be true or false.` }
}

function toWholeNumber(text: string, { label }: ObjectField): ConvertedValue {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? { value } : { problem: `${label} must be a whole number.` }
}

function toNumber(text: string, { label }: ObjectField): ConvertedValue {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? { value } : { problem: `${label} must be a number with a decimal point.` }
}

function toDate(text: string, { label }: ObjectField): ConvertedValue {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && toEpochMs(`${text}T00:00:00Z`) !== undefined
  return isDay ? { value: text } : { problem: `${label} must be a date such as 2026-03-16.` }
}

/** Accepts a date and time with an offset, or epoch ms. */
function toInstant(text: string, { label }: ObjectField): ConvertedValue {
  const instant = /^-?\d{9,15}$/.test(text) ? Number(text) : toEpochMs(text)
  if (instant === undefined) return { problem: `${label} must be a date and time such as 2026-03-16T09:00:00Z.` }
  return { value: new Date(instant).toISOString() }
}

function toTime(text: string, { label }: ObjectField): ConvertedValue {
  const match = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?Z?$/.exec(text)
  if (!match) return { problem: `${label} must be a time of day such as 10:15:00.` }
  const [, minutes, seconds = '00', fraction = ''] = match
  return { value: `${minutes}:${seconds}.${fraction.padEnd(3, '0')}Z` }
}

function toOption(text: string, field: ObjectField): ConvertedValue {
  return toOptions(field, [text])
}

/** Several values are separated by semicolons. */
function toOptionList(text: string, field: ObjectField): ConvertedValue {
  return toOptions(
    field,
    text.split(';').map((value) => value.trim()),
  )
}

function toOptions(field: ObjectField, texts: readonly string[]): ConvertedValue {
  const values = texts.map((value) => toOptionValue(field, value))
  const problem = findInvalidOption(field, values)
  return problem === undefined ? { value: values.join(';') } : { problem }
}

function toReference(text: string, { label }: ObjectField): ConvertedValue {
  const id = toId(text)
  return id ? { value: id } : { problem: `${label} must be the id of a record, with 15 or 18 characters.` }
}
