import type { Row } from '../schema/field.ts'
import { compileFilter, type Filter } from './conditions/filter.ts'
import { parseCondition } from './conditions/tree.ts'
import type { Scope } from './scope.ts'
import { createRowContext, requireObject } from './select/compile.ts'
import { parseStatement } from './statement.ts'

/** Compiles a SOQL condition without a statement to a predicate on the rows of an object. */
export function compileRuleCondition(scope: Scope, object: string, condition: string): Filter<Row> {
  const soql = `SELECT Id FROM ${object} WHERE ${condition}`
  const { where } = parseStatement(soql)
  if (!where) throw new RangeError(`"${condition}" is not a condition`)
  const context = { scope, soql }
  return compileFilter(parseCondition(where, soql), createRowContext(context, requireObject(context, object)))
}
