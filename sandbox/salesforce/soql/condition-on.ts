import type { Row } from '../schema/field.ts'
import { conditionOf } from './condition.ts'
import { type Filter, filterOf } from './filter.ts'
import type { Scope } from './scope.ts'
import { objectOf, rowContext } from './select.ts'
import { readStatement } from './statement.ts'

/** A bare SOQL condition as a test of one object's rows. */
export function conditionOn(scope: Scope, object: string, condition: string): Filter<Row> {
  const soql = `SELECT Id FROM ${object} WHERE ${condition}`
  const { where } = readStatement(soql)
  if (!where) throw new RangeError(`"${condition}" is no condition`)
  const reading = { scope, soql }
  return filterOf(conditionOf(where, soql), rowContext(reading, objectOf(reading, object)))
}
