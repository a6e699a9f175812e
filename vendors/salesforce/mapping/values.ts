import { toEpochMs } from '../../../src/kit/time.ts'
import type { ObjectField } from '../api/describe.ts'
import { toId } from '../api/ids.ts'

/** A value of Salesforce as text; empty for nothing. */
export function toValueText({ type }: ObjectField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  return type === 'datetime' ? toIsoText(String(value)) : String(value)
}

/** Salesforce writes the offset without a colon (`2011-07-07T00:37:00.000+0000`), which is no RFC 3339. */
function toIsoText(text: string): string {
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? text : new Date(instant).toISOString()
}

/** A value as the API takes it, or what is wrong with it. */
export type ConvertedValue = { value: string | number | boolean | null } | { problem: string }

/** Turns a text into the value of a field; nothing stands for «empty», so that clearing a field is possible. */
export function toFieldValue(field: ObjectField, text: string): ConvertedValue {
  if (text === '') return toNull(field)
  const convert = CONVERSIONS[field.type]
  return convert ? convert(text.trim(), field) : toTextValue(text, field)
}

function toNull({ label, type, nillable, defaultedOnCreate }: ObjectField): ConvertedValue {
  if (type === 'boolean') return { problem: `${label} is true or false and cannot be empty.` }
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
  multipicklist: toOptions,
  reference: toReference,
  id: toReference,
}

function toTextValue(text: string, { label, length }: ObjectField): ConvertedValue {
  const tooLong = length > 0 && text.length > length
  return tooLong
    ? { problem: `${label} holds ${length} characters at most, these are ${text.length}.` }
    : { value: text }
}

function toBoolean(text: string, { label }: ObjectField): ConvertedValue {
  const word = text.toLowerCase()
  return word === 'true' || word === 'false' ? { value: word === 'true' } : { problem: `${label} is true or false.` }
}

function toWholeNumber(text: string, { label }: ObjectField): ConvertedValue {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? { value } : { problem: `${label} is a whole number.` }
}

function toNumber(text: string, { label }: ObjectField): ConvertedValue {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? { value } : { problem: `${label} is a number, with a point before decimals.` }
}

function toDate(text: string, { label }: ObjectField): ConvertedValue {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && toEpochMs(`${text}T00:00:00Z`) !== undefined
  return isDay ? { value: text } : { problem: `${label} is a date such as 2026-03-16.` }
}

/** An instant with its offset, or epoch ms. */
function toInstant(text: string, { label }: ObjectField): ConvertedValue {
  const instant = /^-?\d{9,15}$/.test(text) ? Number(text) : toEpochMs(text)
  if (instant === undefined) return { problem: `${label} is an instant such as 2026-03-16T09:00:00Z.` }
  return { value: new Date(instant).toISOString() }
}

function toTime(text: string, { label }: ObjectField): ConvertedValue {
  const found = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?Z?$/.exec(text)
  if (!found) return { problem: `${label} is a time of day such as 10:15:00.` }
  const [, minutes, seconds = '00', fraction = ''] = found
  return { value: `${minutes}:${seconds}.${fraction.padEnd(3, '0')}Z` }
}

function toOption(text: string, field: ObjectField): ConvertedValue {
  return checkOptions([text], field) ?? { value: text }
}

/** Several choices are joined with a semicolon. */
function toOptions(text: string, field: ObjectField): ConvertedValue {
  const chosen = text.split(';').map((choice) => choice.trim())
  return checkOptions(chosen, field) ?? { value: chosen.join(';') }
}

/** Only a restricted picklist minds: to the others every value is welcome. */
function checkOptions(chosen: string[], { label, restricted, options }: ObjectField): ConvertedValue | undefined {
  if (!restricted) return undefined
  const strange = chosen.find((choice) => options.every(({ value }) => value !== choice))
  if (strange === undefined) return undefined
  const known = options.slice(0, MAX_LISTED_OPTIONS).map(({ value }) => value)
  return { problem: `${label} does not have the choice “${strange}”; it has ${known.join(', ')}.` }
}

const MAX_LISTED_OPTIONS = 20

function toReference(text: string, { label }: ObjectField): ConvertedValue {
  const id = toId(text)
  return id ? { value: id } : { problem: `${label} is the id of a record, 15 or 18 characters.` }
}
