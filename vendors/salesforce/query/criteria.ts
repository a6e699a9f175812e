import type { Operator, SearchCriterion } from '../../../src/contract/index.ts'
import type { ObjectField } from '../api/object-type.ts'
import { findInvalidOption, toOptionValue } from '../mapping/options.ts'
import { allOf, anyOf, name, type Soql, soql } from '../soql/statement.ts'
import { compareChoices, compareInstants, compareSingle } from './comparisons.ts'
import { type Operand, OperandError } from './operands.ts'

/** Groups of field types that have the same operators. */
type Family = 'text' | 'option' | 'options' | 'ordered' | 'instant' | 'boolean' | 'id'

const FAMILIES: Readonly<Record<string, Family>> = {
  picklist: 'option',
  multipicklist: 'options',
  datetime: 'instant',
  boolean: 'boolean',
  id: 'id',
  reference: 'id',
  int: 'ordered',
  long: 'ordered',
  double: 'ordered',
  currency: 'ordered',
  percent: 'ordered',
  date: 'ordered',
  time: 'ordered',
}

const EQUALITY = ['eq', 'neq', 'in', 'notIn'] as const
const PRESENCE = ['isNull', 'isNotNull'] as const
const ORDER = ['gt', 'gte', 'lt', 'lte', 'between'] as const
const LIKENESS = ['contains', 'notContains', 'startsWith', 'endsWith'] as const

/** https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_comparisonoperators.htm */
const OPERATORS: Readonly<Record<Family, readonly Operator[]>> = {
  text: [...EQUALITY, ...PRESENCE, ...ORDER, ...LIKENESS],
  option: [...EQUALITY, ...PRESENCE, ...LIKENESS],
  options: [...EQUALITY, ...PRESENCE, 'contains', 'notContains'],
  ordered: [...EQUALITY, ...PRESENCE, ...ORDER],
  instant: [...EQUALITY, ...PRESENCE, ...ORDER],
  boolean: EQUALITY,
  id: [...EQUALITY, ...PRESENCE],
}

/** The operators that a field can be searched with; none if Salesforce cannot filter by the field. */
export function toSupportedOperators(field: ObjectField): readonly Operator[] {
  return field.filterable ? OPERATORS[toFamily(field)] : []
}

function toFamily({ type }: ObjectField): Family {
  return FAMILIES[type] ?? 'text'
}

/** A condition, or `never` or `always` for a criterion that no record or every record fulfills. */
export type Condition = Soql | 'never' | 'always'

/** Converts a criterion with a supported operator to a condition. Throws OperandError. */
export function toCondition(field: ObjectField, criterion: SearchCriterion): Condition {
  const { operator } = criterion
  const values = criterion.values ?? (criterion.value === undefined ? [] : [criterion.value])
  const operands = values.filter((value) => value !== null)
  const withNull = operands.length < values.length
  if (operator === 'isNull' || (operator === 'eq' && withNull)) return isNull(field)
  if (operator === 'isNotNull' || (operator === 'neq' && withNull)) return isNotNull(field)
  if (operator === 'in') return oneOf(field, operands, withNull)
  if (operator === 'notIn') return noneOf(field, operands, withNull)
  requireCount(operator, values.length, withNull)
  return compare(field, operator, operands)
}

function isNull(field: ObjectField): Soql {
  return soql`${name(field.name)} = ${null}`
}

function isNotNull(field: ObjectField): Soql {
  return soql`${name(field.name)} != ${null}`
}

function oneOf(field: ObjectField, operands: readonly Operand[], withNull: boolean): Condition {
  const conditions = [
    ...(operands.length > 0 ? [compare(field, 'in', operands)] : []),
    ...(withNull ? [isNull(field)] : []),
  ]
  return conditions.length > 0 ? anyOf(conditions) : 'never'
}

function noneOf(field: ObjectField, operands: readonly Operand[], withNull: boolean): Condition {
  const conditions = [
    ...(operands.length > 0 ? [compare(field, 'notIn', operands)] : []),
    ...(withNull ? [isNotNull(field)] : []),
  ]
  return conditions.length > 0 ? allOf(conditions) : 'always'
}

function requireCount(operator: Operator, count: number, withNull: boolean): void {
  const expectedCount = operator === 'between' ? 2 : 1
  if (withNull) throw new OperandError(`${operator} cannot be used with null. Use isNull or isNotNull.`)
  if (count === expectedCount) return
  throw new OperandError(`${operator} requires ${expectedCount === 1 ? 'one value' : 'two values'}.`)
}

/**
 * The value of an option that is given by its value or label. Throws OperandError for one that a restricted picklist never
 * had: the org may have renamed it, and the criterion would silently match nothing, or everything.
 */
function toChoice(field: ObjectField, operand: Operand): Operand {
  const texts = toFamily(field) === 'options' ? String(operand).split(';') : [String(operand)]
  const values = texts.map((text) => toOptionValue(field, text.trim()))
  const problem = findInvalidOption(
    field,
    values.filter((value) => !field.retiredValues.includes(value)),
  )
  if (problem !== undefined) throw new OperandError(problem)
  return values.join(';')
}

function compare(field: ObjectField, operator: Operator, operands: readonly Operand[]): Soql {
  const family = toFamily(field)
  if (family === 'instant') return compareInstants(field, operator, operands)
  if (family === 'options')
    return compareChoices(
      field,
      operator,
      operands.map((operand) => toChoice(field, operand)),
    )
  const isExact = family === 'option' && EQUALITY.some((equality) => equality === operator)
  return compareSingle(field, operator, isExact ? operands.map((operand) => toChoice(field, operand)) : operands)
}
