/**
 * A SOQL statement or fragment. Only the functions of this file create it, so everything in it that is not a literal of
 * our source code has been escaped or validated.
 * https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql.htm
 */
class Soql {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Soql }

/** The values that can be interpolated: strings become literals, lists become lists of literals. */
type Value = Soql | string | boolean | null | readonly string[]

/** Builds a statement: `` soql`SELECT ${names(fields)} FROM ${name(object)} WHERE Id IN ${ids}` ``. */
export function soql(strings: TemplateStringsArray, ...values: Value[]): Soql {
  return new Soql(String.raw({ raw: strings }, ...values.map(toText)))
}

/** A statement taken as it is. Only for template.ts, which escapes the values. */
export function rawStatement(statement: string): Soql {
  return new Soql(statement)
}

function toText(value: Value): string {
  if (value instanceof Soql) return value.text
  if (typeof value === 'string') return literal(value)
  return Array.isArray(value) ? list(value) : String(value)
}

/** Throws RangeError for an empty list, which is not valid SOQL. */
function list(values: readonly string[]): string {
  if (values.length === 0) throw new RangeError('an empty list matches nothing and must not be queried')
  return `(${values.map(literal).join(',')})`
}

function literal(text: string): string {
  return `'${escapeText(text)}'`
}

/** Characters with a meaning inside quotes. A backslash before any other character is an error. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
}

/** Escapes a text for use between quotes. Lone surrogates, which a URL cannot contain, are replaced. */
export function escapeText(text: string): string {
  return text.toWellFormed().replace(/[\\'"\n\r\t\b\f]/g, (character) => ESCAPES[character] as string)
}

/** A list of literals. Throws RangeError for an empty list. */
export function literalList(literals: readonly Soql[]): Soql {
  if (literals.length === 0) throw new RangeError('an empty list matches nothing and must not be queried')
  return new Soql(`(${literals.map(({ text }) => text).join(',')})`)
}

/** The name of an object, a field or a field of a related record. Throws RangeError if it is not valid. */
export function name(text: string): Soql {
  if (!/^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*$/.test(text)) throw new RangeError('not a valid name')
  return new Soql(text)
}

/** A comma-separated list of names. */
export function names(texts: readonly string[]): Soql {
  return new Soql(texts.map((text) => name(text).text).join(','))
}

/** Escapes a text for use between the quotes of a LIKE pattern, including the wildcards `%` and `_`. */
export function escapePattern(text: string): string {
  return escapeText(text).replace(/[%_]/g, '\\$&')
}

/** A LIKE pattern for a text with any characters before or after it. */
export function like(text: string, { before = false, after = false }): Soql {
  const escaped = escapePattern(text)
  return new Soql(`'${before ? '%' : ''}${escaped}${after ? '%' : ''}'`)
}

/** A number without an exponent, which SOQL does not accept. Throws RangeError if it is not finite. */
export function number(value: number): Soql {
  if (!Number.isFinite(value)) throw new RangeError('not a finite number')
  const text = value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
  return new Soql(text)
}

/** A date literal (`2026-03-16`), which has no quotes. Throws RangeError for an invalid date. */
export function day(text: string): Soql {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(text))
    throw new RangeError('not a valid date')
  return new Soql(text)
}

/** A UTC date and time literal of an instant (epoch ms), in whole seconds. Throws RangeError for an invalid instant. */
export function instant(epochMs: number): Soql {
  const text = new Date(epochMs).toISOString().replace(/\.\d{3}Z$/, 'Z')
  // Years of more than four digits are formatted with a sign, which SOQL does not accept.
  if (!/^\d/.test(text)) throw new RangeError('not a valid instant')
  return new Soql(text)
}

/** A time of day literal (`10:15:00.000Z`). Throws RangeError for an invalid one. */
export function time(text: string): Soql {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text)) throw new RangeError('not a valid time of day')
  return new Soql(text)
}

/** Combines conditions with AND, in parentheses, as SOQL does not allow mixing AND and OR without them. */
export function allOf(conditions: readonly Soql[]): Soql {
  return join(conditions, 'AND')
}

/** Combines conditions with OR, in parentheses. */
export function anyOf(conditions: readonly Soql[]): Soql {
  return join(conditions, 'OR')
}

function join(conditions: readonly Soql[], operator: 'AND' | 'OR'): Soql {
  const [first, ...rest] = conditions
  if (!first) throw new RangeError('there must be at least one condition')
  return rest.length === 0 ? first : new Soql(`(${conditions.map(({ text }) => text).join(` ${operator} `)})`)
}
