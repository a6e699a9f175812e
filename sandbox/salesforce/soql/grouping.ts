import type { FunctionExp, OrderByClause, Query, FieldType as SelectItem } from '@jetstreamapp/soql-parser-js'
import { datetimeJson } from '../records/json.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { aggregateOf, type Group } from './aggregate.ts'
import { conditionOf } from './condition.ts'
import { notEvaluated, pointedFailure, queryFailure } from './failures.ts'
import { filterOf, type Source } from './filter.ts'
import { comparable } from './operand.ts'
import { orderOf } from './order.ts'
import { type Path, pathOf } from './path.ts'
import { type Reading, whereOf } from './select.ts'
import { writtenPath } from './shape.ts'
import { listed } from './statement.ts'

/** Whether the query is about groups of rows rather than rows. */
export function isGrouped({ groupBy, fields = [] }: Query): boolean {
  return groupBy !== undefined || fields.some((item) => item.type === 'FieldFunctionExpression' && item.isAggregateFn)
}

/** Groups, with what is read of each. */
interface Grouping {
  readonly reading: Reading
  readonly object: ObjectView
  readonly query: Query
  /** The fields of GROUP BY. */
  readonly keys: readonly Path[]
}

/** The records of a query with GROUP BY or an aggregate function, in the form of `AggregateResult`. */
export function groupedRecords(reading: Reading, object: ObjectView, query: Query): object[] {
  const grouping = { reading, object, query, keys: keysOf(reading, object, query) }
  const columns = columnsOf(grouping)
  const { having, orderBy, limit, offset = 0 } = query
  const filter = whereOf(reading, object, query)
  const groups = groupsOf(grouping, [...reading.scope.database.rows(object.name)].filter(filter))
  const kept = having ? groups.filter(havingFilter(grouping, having)) : groups
  if (orderBy) kept.sort(orderOf(listed(orderBy), (clause) => orderSource(grouping, clause)))
  return kept.slice(offset, limit === undefined ? undefined : offset + limit).map((group) => recordOf(columns, group))
}

function keysOf({ scope, soql }: Reading, object: ObjectView, { groupBy, sObjectAlias }: Query): readonly Path[] {
  return listed(groupBy).map((clause) => {
    if (!('field' in clause)) throw notEvaluated('a function in GROUP BY')
    const path = pathOf(scope, object, clause.field, soql, sObjectAlias)
    if (path.field.groupable) return path
    throw queryFailure('MALFORMED_QUERY', `field '${path.field.name}' can not be grouped in a query call`)
  })
}

/** Without GROUP BY all rows are one group, even when there are none. */
function groupsOf({ keys }: Grouping, rows: readonly Row[]): Group[] {
  if (keys.length === 0) return [rows]
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify(keys.map(({ field, read }) => comparable(field, read(row))))
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

/** Expressions without an alias are called `expr0`, `expr1`, … */
function columnsOf(grouping: Grouping): Column[] {
  let unnamed = 0
  return (grouping.query.fields ?? []).map((item) => {
    const { written, alias } = namesOf(item)
    if (written !== undefined) {
      const source = keySource(grouping, written)
      return { name: alias ?? source.field.name, source }
    }
    return { name: alias ?? `expr${unnamed++}`, source: functionSource(grouping, item as FunctionExp) }
  })
}

function namesOf(item: SelectItem): { written?: string; alias?: string | undefined } {
  if (item.type === 'FieldFunctionExpression') return { alias: item.alias }
  if (item.type !== 'Field' && item.type !== 'FieldRelationship') throw notEvaluated('this SELECT list with GROUP BY')
  return { written: writtenPath(item), alias: 'alias' in item ? item.alias : undefined }
}

function functionSource({ reading, object, query }: Grouping, call: FunctionExp): Source<Group> {
  return aggregateOf(reading, object, call, query.sObjectAlias)
}

/** A field stands for its group only when the group is made by it. */
function keySource({ reading, object, query, keys }: Grouping, written: string): Source<Group> {
  const { scope, soql } = reading
  const path = pathOf(scope, object, written, soql, query.sObjectAlias)
  const key = keys.find(({ steps, field }) => field === path.field && steps.join() === path.steps.join())
  if (!key) {
    throw pointedFailure('MALFORMED_QUERY', soql, written, `Field must be grouped or aggregated: ${path.field.name}`)
  }
  return { field: key.field, read: ([row]) => (row ? key.read(row) : null) }
}

function havingFilter(grouping: Grouping, having: NonNullable<Query['having']>): (group: Group) => boolean {
  return filterOf<Group>(conditionOf(having, grouping.reading.soql), {
    scope: grouping.reading.scope,
    source: (left) => (typeof left === 'string' ? keySource(grouping, left) : functionSource(grouping, left)),
    subquery: () => {
      throw notEvaluated('a query in HAVING')
    },
  })
}

function orderSource(grouping: Grouping, clause: OrderByClause): Source<Group> {
  return 'field' in clause ? keySource(grouping, clause.field) : functionSource(grouping, clause.fn)
}

function recordOf(columns: readonly Column[], group: Group): object {
  const values = columns.map(({ name, source }) => {
    const value = source.read(group)
    return [name, source.field.type === 'datetime' ? datetimeJson(value) : value] as const
  })
  return { attributes: { type: 'AggregateResult' }, ...Object.fromEntries(values) }
}
