import { type Field, isId, isText, type Value } from '../../schema/field.ts'
import { queryError } from '../errors.ts'
import type { Scope } from '../scope.ts'
import { compileLike } from '../strings.ts'
import { type Operand, toComparable, toOperand } from './operand.ts'
import type { Comparison } from './tree.ts'

export type Test = (value: Value) => boolean

/** Compiles a comparison to a predicate on the field's value. Throws when the field does not support the operator. */
export function compileComparison(scope: Scope, field: Field, { operator, literals }: Comparison): Test {
  checkFilterable(field)
  if (operator === 'LIKE') return like(field, literals[0]?.text ?? "''")
  const operands = literals.map((literal) => toOperand(scope, field, literal))
  switch (operator) {
    case '=':
      return equals(field, operands)
    case '!=':
      return not(equals(field, operands))
    case 'IN':
      return isIn(field, operands)
    case 'NOT IN':
      return not(isIn(field, operands))
    case 'INCLUDES':
      return includes(field, operands)
    case 'EXCLUDES':
      return not(includes(field, operands))
    default:
      return compareOrder(field, operator, operands[0] as Operand)
  }
}

function checkFilterable(field: Field): void {
  if (field.type === 'address') {
    throw queryError('INVALID_FIELD', 'Address fields can only be filtered using Distance expressions')
  }
  if (!field.filterable) {
    throw queryError('INVALID_FIELD', `field '${field.name}' can not be filtered in a query call`)
  }
}

function invalidOperator({ type }: Field) {
  const typeName = isId(type) ? 'id' : type
  return queryError('INVALID_QUERY_FILTER_OPERATOR', `invalid operator on ${typeName} field`)
}

function not(test: Test): Test {
  return (value) => !test(value)
}

function like(field: Field, literal: string): Test {
  if (!isText(field.type) || field.type === 'multipicklist') throw invalidOperator(field)
  const pattern = compileLike(literal)
  return (value) => typeof value === 'string' && pattern.test(value)
}

/** The values of a multi-select picklist in lower case and in canonical order. */
function normalizeChoices(value: Value): string {
  return typeof value === 'string' ? value.toLowerCase().split(';').sort().join(';') : ''
}

function equals(field: Field, operands: readonly Operand[]): Test {
  const [operand = { from: null }] = operands
  if (field.type === 'multipicklist') return (value) => normalizeChoices(value) === normalizeChoices(operand.from)
  return isWithin(field, operand)
}

function isWithin(field: Field, { from, until }: Operand): Test {
  if (until === undefined) return (value) => toComparable(field, value) === from
  return (value) => value !== null && !isLess(value, from) && isLess(value, until)
}

function isIn(field: Field, operands: readonly Operand[]): Test {
  const ranges = operands.filter(({ until }) => until !== undefined).map((operand) => isWithin(field, operand))
  const values = new Set(operands.filter(({ until }) => until === undefined).map(({ from }) => from))
  return (value) => values.has(toComparable(field, value)) || ranges.some((test) => test(value))
}

/** `INCLUDES('a;b', 'c')` matches rows with both a and b, or with c. */
function includes(field: Field, operands: readonly Operand[]): Test {
  if (field.type !== 'multipicklist') throw invalidOperator(field)
  const alternatives = operands.map(({ from }) => String(from ?? '').split(';'))
  return (value) => {
    const chosen = new Set(normalizeChoices(value).split(';'))
    return alternatives.some((required) => required.every((choice) => chosen.has(choice)))
  }
}

function compareOrder(field: Field, operator: string, { from, until }: Operand): Test {
  if (field.type === 'boolean' || field.type === 'multipicklist') throw invalidOperator(field)
  const compare = (test: (value: Value) => boolean) => (value: Value) =>
    value !== null && from !== null && test(toComparable(field, value))
  // A value is past a range when it is not less than the range's exclusive end.
  const isPast = (value: Value) => (until === undefined ? isLess(from, value) : !isLess(value, until))
  if (operator === '<') return compare((value) => isLess(value, from))
  if (operator === '>=') return compare((value) => !isLess(value, from))
  return operator === '>' ? compare(isPast) : compare((value) => !isPast(value))
}

/** Compares two values of one field that are not null. */
export function isLess(a: Value, b: Value): boolean {
  return (a as string | number) < (b as string | number)
}
