import type { Operator } from '../../../src/contract/index.ts'
import type { ObjectField } from '../api/object-type.ts'
import { allOf, anyOf, like, literalList, name, type Soql, soql } from '../soql/statement.ts'
import { type Operand, OperandError, type Span, toLiteral, toSpan, toText } from './operands.ts'

/** Builds the comparison for a field with single values. */
export function compareSingle(field: ObjectField, operator: Operator, operands: readonly Operand[]): Soql {
  const fieldName = name(field.name)
  const literals = () => operands.map((operand) => toLiteral(field, operand))
  const pattern = (wildcards: { before?: boolean; after?: boolean }) =>
    like(toText(field.label, only(operands)), wildcards)
  switch (operator) {
    case 'in':
      return soql`${fieldName} IN ${literalList(literals())}`
    case 'notIn':
      return soql`${fieldName} NOT IN ${literalList(literals())}`
    case 'between': {
      const [low, high] = literals() as [Soql, Soql]
      return allOf([soql`${fieldName} >= ${low}`, soql`${fieldName} <= ${high}`])
    }
    case 'contains':
      return soql`${fieldName} LIKE ${pattern({ before: true, after: true })}`
    case 'notContains':
      return soql`(NOT ${fieldName} LIKE ${pattern({ before: true, after: true })})`
    case 'startsWith':
      return soql`${fieldName} LIKE ${pattern({ after: true })}`
    case 'endsWith':
      return soql`${fieldName} LIKE ${pattern({ before: true })}`
    default:
      return compareOrdered(fieldName, operator, toLiteral(field, only(operands)))
  }
}

function compareOrdered(fieldName: Soql, operator: Operator, literal: Soql): Soql {
  switch (operator) {
    case 'eq':
      return soql`${fieldName} = ${literal}`
    case 'neq':
      return soql`${fieldName} != ${literal}`
    case 'gt':
      return soql`${fieldName} > ${literal}`
    case 'gte':
      return soql`${fieldName} >= ${literal}`
    case 'lt':
      return soql`${fieldName} < ${literal}`
    case 'lte':
      return soql`${fieldName} <= ${literal}`
    default:
      throw new OperandError(`${operator} cannot be used with a single value.`)
  }
}

/** Builds the comparison for a field with instants. A date stands for every instant of that day. */
export function compareInstants(field: ObjectField, operator: Operator, operands: readonly Operand[]): Soql {
  const fieldName = name(field.name)
  const spans = operands.map((operand) => toSpan(field, operand))
  const [first, last] = [spans[0], spans.at(-1)] as [Span, Span]
  switch (operator) {
    case 'eq':
    case 'in':
      return anyOf(spans.map((span) => within(fieldName, span)))
    case 'neq':
    case 'notIn':
      return allOf(spans.map((span) => notWithin(fieldName, span)))
    case 'gt':
      return soql`${fieldName} >= ${first.end}`
    case 'gte':
      return soql`${fieldName} >= ${first.start}`
    case 'lt':
      return soql`${fieldName} < ${first.start}`
    case 'lte':
      return soql`${fieldName} < ${first.end}`
    case 'between':
      return within(fieldName, { start: first.start, end: last.end })
    default:
      throw new OperandError(`${operator} cannot be used with a date and time.`)
  }
}

function within(fieldName: Soql, { start, end }: Span): Soql {
  return allOf([soql`${fieldName} >= ${start}`, soql`${fieldName} < ${end}`])
}

/** Includes empty fields, which are not equal to any value, as for every other type. */
function notWithin(fieldName: Soql, { start, end }: Span): Soql {
  return anyOf([soql`${fieldName} < ${start}`, soql`${fieldName} >= ${end}`, soql`${fieldName} = ${null}`])
}

/** Builds the comparison for a multi-select picklist: `in` and `contains` match any of its values, `eq` all of them. */
export function compareChoices(field: ObjectField, operator: Operator, operands: readonly Operand[]): Soql {
  const fieldName = name(field.name)
  const list = operands.map((operand) => toText(field.label, operand))
  switch (operator) {
    case 'contains':
    case 'in':
      return soql`${fieldName} INCLUDES ${list}`
    case 'notContains':
    case 'notIn':
      return soql`${fieldName} EXCLUDES ${list}`
    default:
      return compareOrdered(fieldName, operator, soql`${list[0] ?? ''}`)
  }
}

function only(operands: readonly Operand[]): Operand {
  return operands[0] ?? ''
}
