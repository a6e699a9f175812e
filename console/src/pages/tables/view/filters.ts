import type { FieldFilterInput } from '../../../../../platform/client/index.ts'
import { type Column, type FieldKind, isNumeric } from '../values/column.ts'
import { showValue } from '../values/show-value.ts'
import { isDay, nextDay, startOfDay } from '../values/zoned.ts'

/** A condition on a field, as it is shown and stands in the URL. */
export interface Filter {
  field: string
  operator: FilterOperator
  value: string
}

/** How operators are called. */
export const FILTER_OPERATORS = {
  contains: 'contains',
  is: 'is',
  startsWith: 'starts with',
  endsWith: 'ends with',
  eq: '=',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  on: 'is on',
  from: 'is on or after',
  before: 'is before',
  true: 'is yes',
  false: 'is no',
  present: 'has a value',
  empty: 'is empty',
} as const
export type FilterOperator = keyof typeof FILTER_OPERATORS

const TEXT: readonly FilterOperator[] = ['contains', 'is', 'startsWith', 'endsWith']
const PRESENCE: readonly FilterOperator[] = ['present', 'empty']
const WITHOUT_VALUE: readonly FilterOperator[] = ['true', 'false', ...PRESENCE]

export function needsValue(operator: FilterOperator): boolean {
  return !WITHOUT_VALUE.includes(operator)
}

/** The operators of a kind of field; the first one is offered first. */
export function operatorsOf(kind: FieldKind): readonly FilterOperator[] {
  if (isNumeric({ kind })) return ['eq', 'gt', 'gte', 'lt', 'lte', ...PRESENCE]
  if (kind === 'date' || kind === 'datetime') return ['on', 'from', 'before', ...PRESENCE]
  if (kind === 'boolean') return ['true', 'false', 'empty']
  if (kind === 'picklist') return ['is', ...PRESENCE]
  if (kind === 'multipicklist') return ['contains', ...PRESENCE]
  if (kind === 'reference' || kind === 'id') return ['is', ...PRESENCE]
  return [...TEXT, ...PRESENCE]
}

/** Whether a filter can be sent: its operator suits the field, and its value has the field's form. */
export function isComplete({ operator, value }: Filter, column: Column | undefined): boolean {
  if (!column || !operatorsOf(column.kind).includes(operator)) return false
  if (!needsValue(operator)) return true
  if (isNumeric(column)) return value.trim() !== '' && Number.isFinite(Number(value))
  if (column.kind === 'date' || column.kind === 'datetime') return isDay(value)
  return value !== ''
}

/** The filter as the API has it. Days are those of a time zone where the field has a time of day. */
export function toFieldFilter({ field, operator, value }: Filter, kind: FieldKind, timeZone: string): FieldFilterInput {
  const fieldName = field
  const boundOf = (day: string) => (kind === 'datetime' ? new Date(startOfDay(day, timeZone)).toISOString() : day)
  switch (operator) {
    case 'present':
    case 'empty':
      return { fieldName, isNull: operator === 'empty' }
    case 'true':
    case 'false':
      return { fieldName, stringFilter: { eq: operator } }
    case 'on':
      return { fieldName, stringFilter: { gte: boundOf(value), lt: boundOf(nextDay(value)) } }
    case 'from':
      return { fieldName, stringFilter: { gte: boundOf(value) } }
    case 'before':
      return { fieldName, stringFilter: { lt: boundOf(value) } }
    case 'is':
      return { fieldName, stringFilter: { eq: value } }
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return { fieldName, stringFilter: { [operator]: value } }
    default:
      return { fieldName, numberFilter: { [operator]: Number(value) } }
  }
}

/** Such as “Stage is Closed Won”. */
export function describeFilter({ operator, value }: Filter, column: Column): string {
  const words = `${column.label} ${FILTER_OPERATORS[operator]}`
  return needsValue(operator) ? `${words} ${showValue(column, value) || '…'}` : words
}
