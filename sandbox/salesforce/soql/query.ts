import type { Query } from '@jetstreamapp/soql-parser-js'
import type { Row } from '../schema/field.ts'
import { queryError } from './errors.ts'
import { groupedRecords, isGrouped } from './grouping.ts'
import type { Scope } from './scope.ts'
import { compileSelect, compileWhere, type QueryContext, requireObject } from './select/compile.ts'
import { renderRow } from './select/render.ts'
import { countValues } from './select/shape.ts'
import { parseStatement } from './statement.ts'

/** The result of a query. Records are created when their page is requested. */
export interface QueryResult {
  readonly totalSize: number
  /** The number of records, which is 0 for `COUNT()`. */
  readonly length: number
  readonly record: (index: number) => object
  /** The number of values per record, which limits the page size. */
  readonly width: number
}

/** Parses and evaluates a statement. `version` is used in the URLs of the records. */
export function runQuery(scope: Scope, soql: string, version: string): QueryResult {
  const query = parseStatement(soql)
  const context: QueryContext = { scope, soql }
  const object = requireObject(context, query.sObject ?? '')
  if (isCount(query)) return { totalSize: count(context, query), length: 0, record: () => ({}), width: 1 }
  if (isGrouped(query)) {
    const records = groupedRecords(context, object, query)
    const { length } = records
    return { totalSize: length, length, record: (index) => records[index] as object, width: 1 }
  }
  const select = compileSelect(context, object, query)
  const rows = select.pick(scope.database.rows(object.name))
  const record = (index: number) => renderRow({ scope, version }, select, rows[index] as Row)
  return { totalSize: rows.length, length: rows.length, record, width: countValues(select.shape) }
}

/** Whether the query is `SELECT COUNT() FROM …`, which returns a number and no records. */
function isCount({ fields = [], groupBy }: Query): boolean {
  const [item, ...rest] = fields
  const isBareCount =
    item?.type === 'FieldFunctionExpression' &&
    item.functionName.toUpperCase() === 'COUNT' &&
    item.parameters.length === 0
  if (isBareCount && (rest.length > 0 || groupBy)) {
    throw queryError('MALFORMED_QUERY', 'COUNT() must be the only element in the SELECT list')
  }
  return isBareCount
}

function count(context: QueryContext, query: Query): number {
  const object = requireObject(context, query.sObject ?? '')
  const filter = compileWhere(context, object, query)
  let matches = 0
  for (const row of context.scope.database.rows(object.name)) if (filter(row)) matches++
  return Math.min(matches, query.limit ?? matches)
}
