import type { FunctionExp, Query } from '@jetstreamapp/soql-parser-js'
import { type Field, isId, type Value } from '../../schema/field.ts'
import { unsupported } from '../errors.ts'
import type { Scope } from '../scope.ts'
import { compileComparison } from './comparison.ts'
import type { Comparison, Condition } from './tree.ts'

/** An expression that can be evaluated for a subject, which is a row or a group of rows. */
export interface Source<Subject> {
  readonly field: Field
  read(subject: Subject): Value
}

export interface FilterContext<Subject> {
  readonly scope: Scope
  /** Resolves the left operand of a comparison. */
  source(left: string | FunctionExp): Source<Subject>
  /** Evaluates the subquery of an IN. */
  subquery(query: Query): ReadonlySet<Value>
}

export type Filter<Subject> = (subject: Subject) => boolean

/** Compiles a condition to a predicate. */
export function compileFilter<Subject>(condition: Condition, context: FilterContext<Subject>): Filter<Subject> {
  switch (condition.kind) {
    case 'and': {
      const filters = condition.operands.map((operand) => compileFilter(operand, context))
      return (subject) => filters.every((filter) => filter(subject))
    }
    case 'or': {
      const filters = condition.operands.map((operand) => compileFilter(operand, context))
      return (subject) => filters.some((filter) => filter(subject))
    }
    case 'not': {
      const filter = compileFilter(condition.operand, context)
      return (subject) => !filter(subject)
    }
    case 'compare':
      return compileComparisonFilter(condition, context)
  }
}

function compileComparisonFilter<Subject>(comparison: Comparison, context: FilterContext<Subject>): Filter<Subject> {
  const source = context.source(comparison.left)
  const { subquery, operator } = comparison
  if (!subquery) {
    const test = compileComparison(context.scope, source.field, comparison)
    return (subject) => test(source.read(subject))
  }
  if (!isId(source.field.type)) throw unsupported('a semi-join over a field that is not an id')
  const values = context.subquery(subquery)
  return (subject) => values.has(source.read(subject)) === (operator === 'IN')
}
