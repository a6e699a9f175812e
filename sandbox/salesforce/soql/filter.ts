import type { FunctionExp, Query } from '@jetstreamapp/soql-parser-js'
import { type Field, isId, type Value } from '../schema/field.ts'
import { testOf } from './compare.ts'
import type { Comparison, Condition } from './condition.ts'
import { notEvaluated } from './failures.ts'
import type { Scope } from './scope.ts'

/** A value that can be read off a subject: a row, or a group of rows. */
export interface Source<Subject> {
  readonly field: Field
  read(subject: Subject): Value
}

export interface FilterContext<Subject> {
  readonly scope: Scope
  /** What stands to the left of an operator. */
  source(left: string | FunctionExp): Source<Subject>
  /** The values of a query behind IN. */
  subquery(query: Query): ReadonlySet<Value>
}

export type Filter<Subject> = (subject: Subject) => boolean

/** A condition, compiled once for all subjects. */
export function filterOf<Subject>(condition: Condition, context: FilterContext<Subject>): Filter<Subject> {
  switch (condition.kind) {
    case 'and': {
      const filters = condition.parts.map((part) => filterOf(part, context))
      return (subject) => filters.every((filter) => filter(subject))
    }
    case 'or': {
      const filters = condition.parts.map((part) => filterOf(part, context))
      return (subject) => filters.some((filter) => filter(subject))
    }
    case 'not': {
      const filter = filterOf(condition.part, context)
      return (subject) => !filter(subject)
    }
    case 'compare':
      return comparisonFilter(condition, context)
  }
}

function comparisonFilter<Subject>(comparison: Comparison, context: FilterContext<Subject>): Filter<Subject> {
  const source = context.source(comparison.left)
  const { subquery, operator } = comparison
  if (!subquery) {
    const test = testOf(context.scope, source.field, comparison)
    return (subject) => test(source.read(subject))
  }
  if (!isId(source.field.type)) throw notEvaluated('a semi-join over a field that is no id')
  const values = context.subquery(subquery)
  return (subject) => values.has(source.read(subject)) === (operator === 'IN')
}
