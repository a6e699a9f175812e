import type { FunctionExp, OrderByClause, Query, FieldType as SelectItem } from '@jetstreamapp/soql-parser-js'
import { toDatetimeJson } from '../records/json.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { compileAggregate, type Group } from './aggregate.ts'
import { compileFilter, type Source } from './conditions/filter.ts'
import { toComparable } from './conditions/operand.ts'
import { parseCondition } from './conditions/tree.ts'
import { queryError, queryErrorAt, unsupported } from './errors.ts'
import { compileWhere, type QueryContext } from './select/compile.ts'
import { compileOrder } from './select/order.ts'
import { type Path, resolvePath } from './select/path.ts'
import { formatPath } from './select/shape.ts'
import { toArray } from './statement.ts'

/** Whether the query returns groups of rows instead of rows. */
export function isGrouped({ groupBy, fields = [] }: Query): boolean {
  return groupBy !== undefined || fields.some((item) => item.type === 'FieldFunctionExpression' && item.isAggregateFn)
}

/** A query with groups, and its group keys. */
interface Grouping {
  readonly context: QueryContext
  readonly object: ObjectView
  readonly query: Query
  /** The fields of GROUP BY. */
  readonly keys: readonly Path[]
}

/** Evaluates a query with GROUP BY or an aggregate function. The records have the form of `AggregateResult`. */
export function groupedRecords(context: QueryContext, object: ObjectView, query: Query): object[] {
  const grouping = { context, object, query, keys: resolveKeys(context, object, query) }
  const columns = compileColumns(grouping)
  const { having, orderBy, limit, offset = 0 } = query
  const filter = compileWhere(context, object, query)
  const groups = groupRows(grouping, [...context.scope.database.rows(object.name)].filter(filter))
  const filtered = having ? groups.filter(havingFilter(grouping, having)) : groups
  if (orderBy) filtered.sort(compileOrder(toArray(orderBy), (clause) => orderSource(grouping, clause)))
  return filtered
    .slice(offset, limit === undefined ? undefined : offset + limit)
    .map((group) => toRecord(columns, group))
}

function resolveKeys(
  { scope, soql }: QueryContext,
  object: ObjectView,
  { groupBy, sObjectAlias }: Query,
): readonly Path[] {
  return toArray(groupBy).map((clause) => {
    if (!('field' in clause)) throw unsupported('a function in GROUP BY')
    const path = resolvePath(scope, object, clause.field, soql, sObjectAlias)
    if (path.field.groupable) return path
    throw queryError('MALFORMED_QUERY', `field '${path.field.name}' can not be grouped in a query call`)
  })
}

/** Without GROUP BY there is one group of all rows, even when there are none. */
function groupRows({ keys }: Grouping, rows: readonly Row[]): Group[] {
  if (keys.length === 0) return [rows]
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify(keys.map(({ field, read }) => toComparable(field, read(row))))
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

interface Column {
  readonly name: string
  readonly source: Source<Group>
}

/** Expressions without an alias are named `expr0`, `expr1`, … */
function compileColumns(grouping: Grouping): Column[] {
  let unnamed = 0
  return (grouping.query.fields ?? []).map((item) => {
    const { written, alias } = parseItem(item)
    if (written !== undefined) {
      const source = keySource(grouping, written)
      return { name: alias ?? source.field.name, source }
    }
    return { name: alias ?? `expr${unnamed++}`, source: functionSource(grouping, item as FunctionExp) }
  })
}

function parseItem(item: SelectItem): { written?: string; alias?: string | undefined } {
  if (item.type === 'FieldFunctionExpression') return { alias: item.alias }
  if (item.type !== 'Field' && item.type !== 'FieldRelationship') throw unsupported('this SELECT list with GROUP BY')
  return { written: formatPath(item), alias: 'alias' in item ? item.alias : undefined }
}

function functionSource({ context, object, query }: Grouping, expression: FunctionExp): Source<Group> {
  return compileAggregate(context, object, expression, query.sObjectAlias)
}

/** A field can only be selected when it is a key of GROUP BY. */
function keySource({ context, object, query, keys }: Grouping, written: string): Source<Group> {
  const { scope, soql } = context
  const path = resolvePath(scope, object, written, soql, query.sObjectAlias)
  const key = keys.find(({ steps, field }) => field === path.field && steps.join() === path.steps.join())
  if (!key) {
    throw queryErrorAt('MALFORMED_QUERY', soql, written, `Field must be grouped or aggregated: ${path.field.name}`)
  }
  return { field: key.field, read: ([row]) => (row ? key.read(row) : null) }
}

function havingFilter(grouping: Grouping, having: NonNullable<Query['having']>): (group: Group) => boolean {
  return compileFilter<Group>(parseCondition(having, grouping.context.soql), {
    scope: grouping.context.scope,
    source: (left) => (typeof left === 'string' ? keySource(grouping, left) : functionSource(grouping, left)),
    subquery: () => {
      throw unsupported('a query in HAVING')
    },
  })
}

function orderSource(grouping: Grouping, clause: OrderByClause): Source<Group> {
  return 'field' in clause ? keySource(grouping, clause.field) : functionSource(grouping, clause.fn)
}

function toRecord(columns: readonly Column[], group: Group): object {
  const values = columns.map(({ name, source }) => {
    const value = source.read(group)
    return [name, source.field.type === 'datetime' ? toDatetimeJson(value) : value] as const
  })
  return { attributes: { type: 'AggregateResult' }, ...Object.fromEntries(values) }
}
