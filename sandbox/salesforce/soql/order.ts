import type { OrderByClause } from '@jetstreamapp/soql-parser-js'
import type { Value } from '../schema/field.ts'
import { isLess } from './compare.ts'
import { queryFailure } from './failures.ts'
import type { Source } from './filter.ts'
import { comparable } from './operand.ts'

export type Order<Subject> = (a: Subject, b: Subject) => number

/** Ascending with nulls first, unless the clause says otherwise. */
export function orderOf<Subject>(
  clauses: readonly OrderByClause[],
  sourceOf: (clause: OrderByClause) => Source<Subject>,
): Order<Subject> {
  const orders = clauses.map((clause) => singleOrder(clause, sourceOf(clause)))
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b)
      if (result !== 0) return result
    }
    return 0
  }
}

function singleOrder<Subject>({ order, nulls }: OrderByClause, { field, read }: Source<Subject>): Order<Subject> {
  if (!field.sortable) throw queryFailure('MALFORMED_QUERY', `field '${field.name}' can not be sorted in a query call`)
  const direction = order === 'DESC' ? -1 : 1
  const nullSide = nulls === 'LAST' ? 1 : -1
  return (left, right) => {
    const a = comparable(field, read(left))
    const b = comparable(field, read(right))
    if (a === null || b === null) return (Number(a === null) - Number(b === null)) * nullSide
    return compareValues(a, b) * direction
  }
}

function compareValues(a: Value, b: Value): number {
  return Number(isLess(b, a)) - Number(isLess(a, b))
}
