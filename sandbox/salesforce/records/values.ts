import { type Field, type FieldType, isId, isNumber, isText, type Value } from '../schema/field.ts'
import { JsonParserError } from './errors.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
/** As recorded: an offset without a colon is only accepted after milliseconds. */
const DATETIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}((\.\d{1,3})?(Z|[+-]\d{2}:\d{2})|\.\d{3}[+-]\d{4})$/
const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{3})?Z?$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Converts the JSON of a request to the value of a field. Throws a JsonParserError on a type mismatch; if `lenient`,
 * numbers and booleans may be strings.
 */
export function parseValue(field: Field, json: unknown, lenient: boolean): Value {
  if (json === null) return null
  const value = parseJsonValue(field.type, lenient ? parseLenient(field.type, json) : json)
  if (value === undefined) throw new JsonParserError(describeMismatch(field, json))
  return value
}

function describeMismatch({ type }: Field, json: unknown): string {
  const from = `Cannot deserialize instance of ${toPrimitiveName(type)} from ${toTokenName(json)}`
  const shown = typeof json === 'object' ? '' : ` value ${json}`
  return `${from}${shown} or request may be missing a required field`
}

function toPrimitiveName(type: FieldType): string {
  if (isText(type) || isId(type)) return 'string'
  return isNumber(type) && type !== 'int' ? 'double' : type
}

function toTokenName(json: unknown): string {
  if (typeof json === 'string') return 'VALUE_STRING'
  if (typeof json === 'boolean') return json ? 'VALUE_TRUE' : 'VALUE_FALSE'
  if (typeof json === 'number') return Number.isInteger(json) ? 'VALUE_NUMBER_INT' : 'VALUE_NUMBER_FLOAT'
  return Array.isArray(json) ? 'START_ARRAY' : 'START_OBJECT'
}

function parseLenient(type: FieldType, json: unknown): unknown {
  if (typeof json !== 'string') return json
  if (isNumber(type) && json.trim() !== '' && Number.isFinite(Number(json))) return Number(json)
  if (type === 'boolean' && /^(true|false)$/i.test(json)) return json.toLowerCase() === 'true'
  return json
}

/** Returns undefined when the JSON does not match the type. */
function parseJsonValue(type: FieldType, json: unknown): Value | undefined {
  if (type === 'boolean') return typeof json === 'boolean' ? json : undefined
  if (isNumber(type)) return typeof json === 'number' ? json : undefined
  if (typeof json !== 'string') return undefined
  if (isText(type) || isId(type)) return json === '' ? null : json
  if (type === 'date') return DATE.test(json) && isDay(json) ? json : undefined
  if (type === 'datetime') return parseDatetime(json)
  if (type === 'time') return parseTime(json)
  return type === 'base64' && json.length % 4 === 0 && BASE64.test(json) ? json : undefined
}

/** Returns epoch ms with a precision of one second, or undefined when the text is not a datetime. */
export function parseDatetime(text: string): number | undefined {
  const [, day = ''] = DATETIME.exec(text) ?? []
  const ms = Date.parse(text)
  return isDay(day) && !Number.isNaN(ms) ? Math.floor(ms / 1000) * 1000 : undefined
}

/** Whether the date exists in the calendar. */
export function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}

function parseTime(text: string): string | undefined {
  const [, hours, minutes, seconds, millis = '.000'] = TIME.exec(text) ?? []
  return hours === undefined ? undefined : `${hours}:${minutes}:${seconds}${millis}Z`
}
