import type { ObjectField } from '../api/describe.ts'
import { toId } from '../api/ids.ts'
import { day, escapePattern, instant, number, type Soql, soql, time } from '../soql/statement.ts'

/** A value of a search criterion that holds something. */
export type Operand = string | number | boolean

/** A value that a field cannot be compared with: one sentence that says so. */
export class OperandError extends Error {}

/** Characters of a literal. https://developer.salesforce.com/docs/atlas.en-us.salesforce_app_limits_cheatsheet.meta */
const MAX_LITERAL_LENGTH = 4_000

/** A value as SOQL compares a field with it. Throws BadOperand. */
export function toLiteral({ label, type }: ObjectField, operand: Operand): Soql {
  switch (type) {
    case 'boolean':
      return requireLiteral(toBoolean(operand), `${label} is true or false.`)
    case 'int':
    case 'long':
    case 'double':
    case 'currency':
    case 'percent':
      return requireLiteral(toNumber(operand), `${label} is compared with a number.`)
    case 'date':
      return requireLiteral(
        toDay(operand),
        `${label} is compared with a date such as 2026-03-16, or epoch milliseconds.`,
      )
    case 'time':
      return requireLiteral(toTime(operand), `${label} is compared with a time of day such as 10:15:00.`)
    case 'id':
    case 'reference':
      return requireLiteral(toRecordId(operand), `${label} is compared with the id of a record.`)
    default:
      return soql`${toText(label, operand)}`
  }
}

/** A value as text. Throws BadOperand for one that is too long for a statement. */
export function toText(label: string, operand: Operand): string {
  const text = String(operand)
  if (escapePattern(text).length > MAX_LITERAL_LENGTH)
    throw new OperandError(`${label} is compared with ${MAX_LITERAL_LENGTH} characters at most.`)
  return text
}

function requireLiteral(literal: Soql | undefined, sentence: string): Soql {
  if (!literal) throw new OperandError(sentence)
  return literal
}

function toBoolean(operand: Operand): Soql | undefined {
  const word = String(operand).toLowerCase()
  return word === 'true' || word === 'false' ? soql`${word === 'true'}` : undefined
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

function tryBuild(make: () => Soql): Soql | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** A stretch of time: its first instant, and the first that no longer belongs to it. */
export interface Span {
  start: Soql
  end: Soql
}

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

/** A day stands for all of it, in UTC; an instant for its second, because Salesforce keeps no more. Throws BadOperand. */
export function toSpan({ label }: ObjectField, operand: Operand): Span {
  const [start, length] =
    typeof operand === 'number'
      ? [Math.floor(operand / SECOND_MS) * SECOND_MS, SECOND_MS]
      : parseSpan(String(operand).trim())
  const [first, next] = [tryBuild(() => instant(start)), tryBuild(() => instant(start + length))]
  if (first && next) return { start: first, end: next }
  throw new OperandError(`${label} is compared with a date such as 2026-03-16, an instant, or epoch milliseconds.`)
}

function parseSpan(text: string): [start: number, length: number] {
  if (tryBuild(() => day(text))) return [Date.parse(`${text}T00:00:00Z`), DAY_MS]
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(text)
  return [isInstant ? Math.floor(Date.parse(text) / SECOND_MS) * SECOND_MS : Number.NaN, SECOND_MS]
}
