import { normalizeId } from '../../org/ids.ts'
import { isDay, parseDatetime } from '../../records/values.ts'
import { type Field, type FieldType, isId, isNumber, isText, type Value } from '../../schema/field.ts'
import { queryError } from '../errors.ts'
import type { Scope } from '../scope.ts'
import { unquote } from '../strings.ts'
import { startOfDay, toDateIn } from './calendar.ts'
import { type DateRange, parseDateLiteral } from './date-literals.ts'
import type { Literal } from './tree.ts'

/** The right operand of a comparison: a single value, or a range of a date literal. */
export interface Operand {
  readonly from: Value
  /** The exclusive end of the range of a date literal. */
  readonly until?: Value
}

/** The type names in Salesforce's message about a wrong operand type, where they differ. */
const TYPE_NAMES: Partial<Record<FieldType, string>> = { datetime: 'dateTime', reference: 'ID', id: 'ID' }

/** Converts a literal to an operand for the field. Throws when its type does not match. */
export function toOperand(scope: Scope, field: Field, literal: Literal): Operand {
  if (literal.type === 'NULL') return { from: null }
  if (literal.type === 'DATE_LITERAL' || literal.type === 'DATE_N_LITERAL') return toRange(scope, field, literal)
  const value = parseLiteral(field, literal)
  if (value === undefined) throw wrongType(field)
  return { from: value }
}

function parseLiteral(field: Field, { type, text }: Literal): Value | undefined {
  const quoted = type === 'STRING'
  if (isText(field.type)) return quoted ? toComparable(field, unquote(text)) : undefined
  if (isId(field.type)) return quoted ? parseId(unquote(text)) : undefined
  if (isNumber(field.type)) return type === 'INTEGER' || type === 'DECIMAL' ? Number(text) : undefined
  if (field.type === 'boolean') return type === 'BOOLEAN' ? /^true$/i.test(text) : undefined
  if (field.type === 'date') return type === 'DATE' && isDay(text) ? text : undefined
  if (field.type === 'datetime') return type === 'DATETIME' ? parseDatetime(normalizeOffset(text)) : undefined
  return undefined
}

/** Converts a value for comparison: empty text becomes null, and text lower case unless the field is case-sensitive. */
export function toComparable({ type, caseSensitive }: Field, value: Value): Value {
  if (value === '') return null
  return typeof value === 'string' && isText(type) && !caseSensitive ? value.toLowerCase() : value
}

function parseId(text: string): Value {
  if (text === '') return null
  const id = normalizeId(text)
  if (id === undefined) throw queryError('INVALID_QUERY_FILTER_OPERATOR', `invalid ID field: ${text}`)
  return id
}

/** SOQL accepts offsets with and without a colon. */
function normalizeOffset(text: string): string {
  return text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
}

function toRange({ now, timeZone }: Scope, field: Field, { text }: Literal): Operand {
  const days: DateRange | undefined = parseDateLiteral(text, toDateIn(timeZone, now))
  if (!days || (field.type !== 'date' && field.type !== 'datetime')) throw wrongType(field)
  const [from, until] = days
  if (field.type === 'date') return { from, until }
  return { from: startOfDay(timeZone, from), until: startOfDay(timeZone, until) }
}

function wrongType({ name, type }: Field) {
  const isQuoted = isText(type) || isId(type)
  const quotes = `should ${isQuoted ? '' : 'not '}be enclosed in quotes`
  const typeName = TYPE_NAMES[type] ?? (isQuoted ? 'string' : type)
  return queryError(
    'INVALID_FIELD',
    `value of filter criterion for field '${name}' must be of type ${typeName} and ${quotes}`,
  )
}
