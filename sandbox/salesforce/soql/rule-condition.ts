import type { Row } from '../schema/field.ts'
import { compileFilter, type Filter } from './conditions/filter.ts'
import { parseCondition } from './conditions/tree.ts'
import type { Scope } from './scope.ts'
import { createRowContext, requireObject } from './select/compile.ts'
import { parseStatement } from './statement.ts'

/** A bare SOQL condition as a test of one object's rows. */
export function compileRuleCondition(scope: Scope, object: string, condition: string): Filter<Row> {
  const soql = `SELECT Id FROM ${object} WHERE ${condition}`
  const { where } = parseStatement(soql)
  if (!where) throw new RangeError(`"${condition}" is no condition`)
  const context = { scope, soql }
  return compileFilter(parseCondition(where, soql), createRowContext(context, requireObject(context, object)))
}
