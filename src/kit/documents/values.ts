import type { FunctionInput, FunctionValue } from '../../contract/index.ts'
import type { Log } from '../application.ts'
import { ValidationError } from '../errors.ts'
import { normalizeName } from './placeholders.ts'

/** The inputs with these names, which the user enters on each run. */
export function toInputs(names: readonly string[]): FunctionInput[] {
  return names.map((name) => ({ name, label: name, valueSource: { kind: 'userInput' } }))
}

/**
 * The values of a run as texts, by normalized name. Numbers and booleans become text, and null becomes an empty text. If
 * a name occurs twice, the last value applies. Throws ValidationError at `#/values/N/value` for anything else.
 */
export function readValues(values: readonly FunctionValue[] = []): Map<string, string> {
  return new Map(values.map(({ name, value }, index) => [normalizeName(name), toText(value, index)]))
}

/**
 * The values for these names. Throws ValidationError at `#/values` that lists the names without a value. Values with
 * other names are left out, with one warning in the log that lists their names. Both list the first names only.
 */
export function selectValues(
  names: readonly string[],
  values: ReadonlyMap<string, string>,
  log: Log,
): ReadonlyMap<string, string> {
  const missing = names.filter((name) => !values.has(name))
  if (missing.length > 0) throw ValidationError.at('#/values', `must have a value for ${toList(missing)}.`)
  const requested = new Set(names)
  const unknown = [...values.keys()].filter((name) => !requested.has(name))
  if (unknown.length > 0) {
    const fields = { names: unknown.slice(0, MAX_LISTED), count: unknown.length }
    log.warn(fields, 'values of a function were ignored: its template has no such names')
  }
  return new Map(names.map((name) => [name, values.get(name) ?? '']))
}

function toText(value: unknown, index: number): string {
  if (value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return removeControls(value)
  throw ValidationError.at(`#/values/${index}/value`, 'must be a text, a number, true, false or null.')
}

/** Removes what no document can hold: control characters except tabs and line breaks, noncharacters. Half surrogates become U+FFFD. */
function removeControls(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  )
}

/** Names that an error or a line of the log lists. */
const MAX_LISTED = 20

function toList(names: readonly string[]): string {
  const listed = names.slice(0, MAX_LISTED).map((name) => `“${name}”`)
  const others = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ''
  return `${listed.join(', ')}${others}`
}
