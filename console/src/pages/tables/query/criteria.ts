import type { SearchCriterionInput } from '../../../../../platform/client/index.ts'
import { type Column, isNumeric, splitChoices } from '../values/column.ts'
import { enterValue } from '../values/enter-value.ts'

/** How the API's operators are called. */
export const QUERY_OPERATORS = {
  eq: 'is',
  neq: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  startsWith: 'starts with',
  endsWith: 'ends with',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  between: 'is between',
  in: 'is any of',
  notIn: 'is none of',
  isNull: 'is empty',
  isNotNull: 'has a value',
} as const
export type QueryOperator = keyof typeof QUERY_OPERATORS

/** A line of the query. `other` is the upper bound of `between`. */
export interface Criterion {
  field: string
  operator: QueryOperator
  value: string
  other?: string
}

const EQUALITY: readonly QueryOperator[] = ['eq', 'neq', 'in', 'notIn']
const PRESENCE: readonly QueryOperator[] = ['isNull', 'isNotNull']
const ORDER: readonly QueryOperator[] = ['gt', 'gte', 'lt', 'lte', 'between']
const LIKENESS: readonly QueryOperator[] = ['contains', 'notContains', 'startsWith', 'endsWith']

/** The operators that make sense for a field; the vendor may accept fewer, and says so. */
export function queryOperatorsOf(column: Column): readonly QueryOperator[] {
  if (isNumeric(column) || ['date', 'datetime', 'time'].includes(column.kind))
    return ['eq', 'neq', ...ORDER, ...PRESENCE]
  if (column.kind === 'boolean') return ['eq']
  if (column.kind === 'picklist') return [...EQUALITY, ...PRESENCE]
  if (column.kind === 'multipicklist') return ['contains', 'notContains', ...PRESENCE]
  if (column.kind === 'reference' || column.kind === 'id') return [...EQUALITY, ...PRESENCE]
  return [...LIKENESS, ...EQUALITY, ...PRESENCE]
}

export function needsOperand(operator: QueryOperator): boolean {
  return operator !== 'isNull' && operator !== 'isNotNull'
}

/** The criterion as the API has it, or a sentence that says what is missing. */
export function toCriterion(
  { field, operator, value, other = '' }: Criterion,
  column: Column | undefined,
): { criterion: SearchCriterionInput } | { problem: string } {
  if (!column) return { problem: 'Choose a field.' }
  const criterion = { fieldName: field, operator }
  if (!needsOperand(operator)) return { criterion }
  const texts =
    operator === 'between' ? [value, other] : operator === 'in' || operator === 'notIn' ? splitList(value) : [value]
  if (texts.length === 0 || texts.some((text) => text.trim() === ''))
    return { problem: `Enter a value for ${column.label}.` }
  const values: string[] = []
  for (const text of texts) {
    const entered = LIKENESS.includes(operator) ? { value: text } : enterValue(column, text)
    if ('problem' in entered) return entered
    values.push(toOperand(column, entered.value))
  }
  const [first = ''] = values
  return {
    criterion:
      texts.length > 1 || operator === 'in' || operator === 'notIn'
        ? { ...criterion, values }
        : { ...criterion, value: first },
  }
}

/** Times are sent as epoch ms. */
function toOperand({ kind }: Column, value: string): string {
  return kind === 'datetime' ? String(Date.parse(value)) : value
}

function splitList(value: string): string[] {
  return value.includes(';')
    ? splitChoices(value)
    : value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
}

/** A query as it stands in the URL; an empty text for none. */
export function writeCriteria(criteria: readonly Criterion[]): string {
  return criteria.length === 0
    ? ''
    : JSON.stringify(
        criteria.map(({ field, operator, value, other }) => [
          field,
          operator,
          value,
          ...(other === undefined ? [] : [other]),
        ]),
      )
}

/** What cannot be read is left out. */
export function readCriteria(text: string | null): Criterion[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.flatMap(readCriterion) : []
  } catch {
    return []
  }
}

function readCriterion(entry: unknown): Criterion[] {
  if (!Array.isArray(entry) || entry.some((part) => typeof part !== 'string')) return []
  const [field = '', operator = '', value = '', other] = entry as string[]
  if (!Object.hasOwn(QUERY_OPERATORS, operator)) return []
  return [{ field, operator: operator as QueryOperator, value, ...(other === undefined ? {} : { other }) }]
}
