import { toId } from '../api/ids.ts'
import type { ObjectField } from '../api/object-type.ts'
import { day, escapePattern, instant, number, type Soql, soql, time } from '../soql/statement.ts'

/** A value of a search criterion other than null. */
export type Operand = string | number | boolean

/** A value that a field cannot be compared with. The message is a sentence for the caller. */
export class OperandError extends Error {}

/** Maximum length of a literal in characters. https://developer.salesforce.com/docs/atlas.en-us.salesforce_app_limits_cheatsheet.meta */
const MAX_LITERAL_LENGTH = 4_000

/** Converts a value to a SOQL literal for a comparison with the field. Throws OperandError. */
export function toLiteral({ label, type }: ObjectField, operand: Operand): Soql {
  switch (type) {
    case 'boolean':
      return requireLiteral(toBoolean(operand), `${label} must be compared with true or false.`)
    case 'int':
    case 'long':
    case 'double':
    case 'currency':
    case 'percent':
      return requireLiteral(toNumber(operand), `${label} must be compared with a number.`)
    case 'date':
      return requireLiteral(
        toDay(operand),
        `${label} must be compared with a date such as 2026-03-16, or epoch milliseconds.`,
      )
    case 'time':
      return requireLiteral(toTime(operand), `${label} must be compared with a time of day such as 10:15:00.`)
    case 'id':
    case 'reference':
      return requireLiteral(toRecordId(operand), `${label} must be compared with the id of a record.`)
    default:
      return soql`${toText(label, operand)}`
  }
}

/** Converts a value to text. Throws OperandError if it is too long for a literal. */
export function toText(label: string, operand: Operand): string {
  const text = String(operand)
  if (escapePattern(text).length > MAX_LITERAL_LENGTH)
    throw new OperandError(`${label} can be compared with at most ${MAX_LITERAL_LENGTH} characters.`)
  return text
}

function requireLiteral(literal: Soql | undefined, sentence: string): Soql {
  if (!literal) throw new OperandError(sentence)
  return literal
}

function toBoolean(operand: Operand): Soql | undefined {
  const text = String(operand).toLowerCase()
  return text === 'true' || text === 'false' ? soql`${text === 'true'}` : undefined
}

function toNumber(operand: Operand): Soql | undefined {
  const isNumeric = typeof operand === 'number' || /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(String(operand))
  return isNumeric ? tryBuild(() => number(Number(operand))) : undefined
}

function toDay(operand: Operand): Soql | undefined {
  if (typeof operand !== 'number') return tryBuild(() => day(String(operand).trim()))
  return tryBuild(() => day(new Date(operand).toISOString().slice(0, 10)))
}

function toTime(operand: Operand): Soql | undefined {
  const [, minutes, seconds = ':00', fraction = ''] =
    /^(\d\d:\d\d)(:\d\d)?(?:\.(\d{1,3}))?Z?$/.exec(String(operand).trim()) ?? []
  return tryBuild(() => time(`${minutes}${seconds}.${fraction.padEnd(3, '0')}Z`))
}

function toRecordId(operand: Operand): Soql | undefined {
  const id = toId(String(operand).trim())
  return id === undefined ? undefined : soql`${id}`
}

function tryBuild(build: () => Soql): Soql | undefined {
  try {
    return build()
  } catch {
    return undefined
  }
}

/** A span of time: its first instant, and the first instant after it. */
export interface Span {
  start: Soql
  end: Soql
}

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

/**
 * Converts a date to the whole day in UTC, and an instant to its second, which is Salesforce's precision. Throws
 * OperandError.
 */
export function toSpan({ label }: ObjectField, operand: Operand): Span {
  const [start, length] =
    typeof operand === 'number'
      ? [Math.floor(operand / SECOND_MS) * SECOND_MS, SECOND_MS]
      : parseSpan(String(operand).trim())
  const [first, next] = [tryBuild(() => instant(start)), tryBuild(() => instant(start + length))]
  if (first && next) return { start: first, end: next }
  throw new OperandError(
    `${label} must be compared with a date such as 2026-03-16, a date and time, or epoch milliseconds.`,
  )
}

function parseSpan(text: string): [start: number, length: number] {
  if (tryBuild(() => day(text))) return [Date.parse(`${text}T00:00:00Z`), DAY_MS]
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(text)
  return [isInstant ? Math.floor(Date.parse(text) / SECOND_MS) * SECOND_MS : Number.NaN, SECOND_MS]
}
