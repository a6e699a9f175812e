import type { Operator } from '../../../src/contract/index.ts'
import type { ObjectField } from '../api/describe.ts'
import { allOf, anyOf, like, literalList, name, type Soql, soql } from '../soql/statement.ts'
import { type Operand, OperandError, type Span, toLiteral, toSpan, toText } from './operands.ts'

/** Compares a field whose values are single ones. */
export function compareSingle(field: ObjectField, operator: Operator, operands: readonly Operand[]): Soql {
  const own = name(field.name)
  const literals = () => operands.map((operand) => toLiteral(field, operand))
  const pattern = (places: { before?: boolean; after?: boolean }) => like(toText(field.label, only(operands)), places)
  switch (operator) {
    case 'in':
      return soql`${own} IN ${literalList(literals())}`
    case 'notIn':
      return soql`${own} NOT IN ${literalList(literals())}`
    case 'between': {
      const [low, high] = literals() as [Soql, Soql]
      return allOf([soql`${own} >= ${low}`, soql`${own} <= ${high}`])
    }
    case 'contains':
      return soql`${own} LIKE ${pattern({ before: true, after: true })}`
    case 'notContains':
      return soql`(NOT ${own} LIKE ${pattern({ before: true, after: true })})`
    case 'startsWith':
      return soql`${own} LIKE ${pattern({ after: true })}`
    case 'endsWith':
      return soql`${own} LIKE ${pattern({ before: true })}`
    default:
      return compareOrdered(own, operator, toLiteral(field, only(operands)))
  }
}

function compareOrdered(own: Soql, operator: Operator, literal: Soql): Soql {
  switch (operator) {
    case 'eq':
      return soql`${own} = ${literal}`
    case 'neq':
      return soql`${own} != ${literal}`
    case 'gt':
      return soql`${own} > ${literal}`
    case 'gte':
      return soql`${own} >= ${literal}`
    case 'lt':
      return soql`${own} < ${literal}`
    case 'lte':
      return soql`${own} <= ${literal}`
    default:
      throw new OperandError(`${operator} does not compare single values.`)
  }
}

/** Compares a field that holds instants: a day stands for every instant in it. */
export function compareInstants(field: ObjectField, operator: Operator, operands: readonly Operand[]): Soql {
  const own = name(field.name)
  const spans = operands.map((operand) => toSpan(field, operand))
  const [first, last] = [spans[0], spans.at(-1)] as [Span, Span]
  switch (operator) {
    case 'eq':
    case 'in':
      return anyOf(spans.map((span) => within(own, span)))
    case 'neq':
    case 'notIn':
      return allOf(spans.map((span) => outside(own, span)))
    case 'gt':
      return soql`${own} >= ${first.end}`
    case 'gte':
      return soql`${own} >= ${first.start}`
    case 'lt':
      return soql`${own} < ${first.start}`
    case 'lte':
      return soql`${own} < ${first.end}`
    case 'between':
      return within(own, { start: first.start, end: last.end })
    default:
      throw new OperandError(`${operator} does not compare instants.`)
  }
}

function within(own: Soql, { start, end }: Span): Soql {
  return allOf([soql`${own} >= ${start}`, soql`${own} < ${end}`])
}

/** Empty fields are not equal to anything, as with every other type. */
function outside(own: Soql, { start, end }: Span): Soql {
  return anyOf([soql`${own} < ${start}`, soql`${own} >= ${end}`, soql`${own} = ${null}`])
}

/** Compares a field that holds several choices: one of them is enough, except where all are compared. */
export function compareChoices(field: ObjectField, operator: Operator, operands: readonly Operand[]): Soql {
  const own = name(field.name)
  const list = operands.map((operand) => toText(field.label, operand))
  switch (operator) {
    case 'contains':
    case 'in':
      return soql`${own} INCLUDES ${list}`
    case 'notContains':
    case 'notIn':
      return soql`${own} EXCLUDES ${list}`
    default:
      return compareOrdered(own, operator, soql`${list[0] ?? ''}`)
  }
}

function only(operands: readonly Operand[]): Operand {
  return operands[0] ?? ''
}
