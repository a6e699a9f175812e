import type { OrderByClause } from '@jetstreamapp/soql-parser-js'
import type { Value } from '../../schema/field.ts'
import { isLess } from '../conditions/comparison.ts'
import type { Source } from '../conditions/filter.ts'
import { toComparable } from '../conditions/operand.ts'
import { queryError } from '../errors.ts'

export type Order<Subject> = (a: Subject, b: Subject) => number

/** Compiles ORDER BY to a comparator. The default is ascending with nulls first. */
export function compileOrder<Subject>(
  clauses: readonly OrderByClause[],
  resolveSource: (clause: OrderByClause) => Source<Subject>,
): Order<Subject> {
  const orders = clauses.map((clause) => compileClause(clause, resolveSource(clause)))
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b)
      if (result !== 0) return result
    }
    return 0
  }
}

function compileClause<Subject>({ order, nulls }: OrderByClause, { field, read }: Source<Subject>): Order<Subject> {
  if (!field.sortable) throw queryError('MALFORMED_QUERY', `field '${field.name}' can not be sorted in a query call`)
  const direction = order === 'DESC' ? -1 : 1
  const nullSide = nulls === 'LAST' ? 1 : -1
  return (left, right) => {
    const a = toComparable(field, read(left))
    const b = toComparable(field, read(right))
    if (a === null || b === null) return (Number(a === null) - Number(b === null)) * nullSide
    return compareValues(a, b) * direction
  }
}

function compareValues(a: Value, b: Value): number {
  return Number(isLess(b, a)) - Number(isLess(a, b))
}
