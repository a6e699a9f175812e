import type { Operator, SearchCriterion } from '../../../src/contract/index.ts'
import type { ObjectField } from '../api/describe.ts'
import { allOf, anyOf, name, type Soql, soql } from '../soql/statement.ts'
import { compareChoices, compareInstants, compareSingle } from './comparisons.ts'
import { type Operand, OperandError } from './operands.ts'

/** Kinds of fields that are searched in the same ways. */
type Family = 'text' | 'choice' | 'choices' | 'amount' | 'instant' | 'yesNo' | 'key'

const FAMILIES: Readonly<Record<string, Family>> = {
  ...{
    picklist: 'choice',
    multipicklist: 'choices',
    datetime: 'instant',
    boolean: 'yesNo',
    id: 'key',
    reference: 'key',
  },
  ...{ int: 'amount', long: 'amount', double: 'amount', currency: 'amount', percent: 'amount' },
  ...{ date: 'amount', time: 'amount' },
}

const EQUALITY = ['eq', 'neq', 'in', 'notIn'] as const
const PRESENCE = ['isNull', 'isNotNull'] as const
const ORDER = ['gt', 'gte', 'lt', 'lte', 'between'] as const
const LIKENESS = ['contains', 'notContains', 'startsWith', 'endsWith'] as const

/** https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_comparisonoperators.htm */
const OPERATORS: Readonly<Record<Family, readonly Operator[]>> = {
  text: [...EQUALITY, ...PRESENCE, ...ORDER, ...LIKENESS],
  choice: [...EQUALITY, ...PRESENCE, ...LIKENESS],
  choices: [...EQUALITY, ...PRESENCE, 'contains', 'notContains'],
  amount: [...EQUALITY, ...PRESENCE, ...ORDER],
  instant: [...EQUALITY, ...PRESENCE, ...ORDER],
  yesNo: EQUALITY,
  key: [...EQUALITY, ...PRESENCE],
}

/** The operators that a field can be searched with; none when Salesforce does not search it at all. */
export function toSupportedOperators(field: ObjectField): readonly Operator[] {
  return field.filterable ? OPERATORS[toFamily(field)] : []
}

function toFamily({ type }: ObjectField): Family {
  return FAMILIES[type] ?? 'text'
}

/** A condition; or that no record can fulfil a criterion, or that every record does. */
export type Condition = Soql | 'never' | 'always'

/** Turns a criterion with an allowed operator into a condition. Throws BadOperand. */
export function toCondition(field: ObjectField, criterion: SearchCriterion): Condition {
  const { operator } = criterion
  const given = criterion.values ?? (criterion.value === undefined ? [] : [criterion.value])
  const operands = given.filter((value) => value !== null)
  const withNull = operands.length < given.length
  if (operator === 'isNull' || (operator === 'eq' && withNull)) return isNull(field)
  if (operator === 'isNotNull' || (operator === 'neq' && withNull)) return isNotNull(field)
  if (operator === 'in') return oneOf(field, operands, withNull)
  if (operator === 'notIn') return noneOf(field, operands, withNull)
  requireCount(operator, given.length, withNull)
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
  const wanted = operator === 'between' ? 2 : 1
  if (withNull) throw new OperandError(`${operator} cannot compare with null; isNull and isNotNull can.`)
  if (count !== wanted) throw new OperandError(`${operator} takes ${wanted === 1 ? 'one value' : 'two values'}.`)
}

function compare(field: ObjectField, operator: Operator, operands: readonly Operand[]): Soql {
  const family = toFamily(field)
  if (family === 'instant') return compareInstants(field, operator, operands)
  return family === 'choices' ? compareChoices(field, operator, operands) : compareSingle(field, operator, operands)
}
