/**
 * A statement, or a piece of one, in which nothing stands as it came. It is only ever made by the functions of this
 * file, so what is no literal of our own sources has been escaped or checked.
 * https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql.htm
 */
class Soql {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Soql }

/** What can be put into a statement: texts become literals, lists become lists of literals. */
type Value = Soql | string | boolean | null | readonly string[]

/** Writes a statement: `` soql`SELECT ${names(fields)} FROM ${name(object)} WHERE Id IN ${ids}` ``. */
export function soql(words: TemplateStringsArray, ...values: Value[]): Soql {
  return new Soql(String.raw({ raw: words }, ...values.map(toText)))
}

/** A whole statement in its author's own words; soql-template.ts alone needs this, and puts values in escaped. */
export function rawStatement(statement: string): Soql {
  return new Soql(statement)
}

function toText(value: Value): string {
  if (value instanceof Soql) return value.text
  if (typeof value === 'string') return literal(value)
  return Array.isArray(value) ? list(value) : String(value)
}

/** A list that is empty would be no condition at all, or none that Salesforce understands. */
function list(values: readonly string[]): string {
  if (values.length === 0) throw new RangeError('an empty list matches nothing and must not be asked for')
  return `(${values.map(literal).join(',')})`
}

function literal(text: string): string {
  return `'${escapeText(text)}'`
}

/** Inside quotes these mean something, and a backslash before anything else is an error. */
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

/** A text as it stands between quotes. Half a surrogate pair, which no address can carry, is replaced. */
export function escapeText(text: string): string {
  return text.toWellFormed().replace(/[\\'"\n\r\t\b\f]/g, (character) => ESCAPES[character] as string)
}

/** A list of what has been made into literals already. */
export function literalList(literals: readonly Soql[]): Soql {
  if (literals.length === 0) throw new RangeError('an empty list matches nothing and must not be asked for')
  return new Soql(`(${literals.map(({ text }) => text).join(',')})`)
}

/** The name of an object, a field or a field of a related record. Throws RangeError when it is none. */
export function name(text: string): Soql {
  if (!/^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*$/.test(text)) throw new RangeError('this is no name')
  return new Soql(text)
}

export function names(texts: readonly string[]): Soql {
  return new Soql(texts.map((text) => name(text).text).join(','))
}

/** A text as it stands between the quotes of a pattern, in which `%` and `_` mean themselves. */
export function escapePattern(text: string): string {
  return escapeText(text).replace(/[%_]/g, '\\$&')
}

/** A pattern for LIKE around a text. */
export function like(text: string, { before = false, after = false }): Soql {
  const escaped = escapePattern(text)
  return new Soql(`'${before ? '%' : ''}${escaped}${after ? '%' : ''}'`)
}

/** A number as SOQL reads it: without an exponent. Throws RangeError when it is not finite. */
export function number(value: number): Soql {
  if (!Number.isFinite(value)) throw new RangeError('this is no number')
  const text = value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
  return new Soql(text)
}

/** A day (`2026-03-16`): no quotes. Throws RangeError when there is no such day. */
export function day(text: string): Soql {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(text)) throw new RangeError('no such day')
  return new Soql(text)
}

/** An instant (epoch ms), to the second, in UTC: no quotes. Throws RangeError when there is no such instant. */
export function instant(epochMs: number): Soql {
  const text = new Date(epochMs).toISOString().replace(/\.\d{3}Z$/, 'Z')
  // Years beyond four digits are written with a sign, which SOQL does not read.
  if (!/^\d/.test(text)) throw new RangeError('no such instant')
  return new Soql(text)
}

/** A time of day (`10:15:00.000Z`): no quotes. Throws RangeError when it is none. */
export function time(text: string): Soql {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text)) throw new RangeError('this is no time of day')
  return new Soql(text)
}

/** Conditions that hold together; AND and OR never stand side by side without parentheses. */
export function allOf(conditions: readonly Soql[]): Soql {
  return join(conditions, 'AND')
}

/** Conditions of which one is enough. */
export function anyOf(conditions: readonly Soql[]): Soql {
  return join(conditions, 'OR')
}

function join(conditions: readonly Soql[], word: string): Soql {
  const [first, ...others] = conditions
  if (!first) throw new RangeError('no condition is no condition')
  return others.length === 0 ? first : new Soql(`(${conditions.map(({ text }) => text).join(` ${word} `)})`)
}
