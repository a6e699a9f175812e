import type { Query, Subquery } from '@jetstreamapp/soql-parser-js'
import type { Field, Row, Value } from '../../schema/field.ts'
import type { ObjectView } from '../../schema/view.ts'
import { compileFilter, type Filter, type FilterContext } from '../conditions/filter.ts'
import { type Condition, parseCondition } from '../conditions/tree.ts'
import { noSuchChildren, noSuchObject, queryError, unsupported } from '../errors.ts'
import type { Scope } from '../scope.ts'
import { toArray } from '../statement.ts'
import { compileOrder, type Order } from './order.ts'
import { resolvePath } from './path.ts'
import { compileShape, type Shape } from './shape.ts'

const MAX_OFFSET = 2_000

/** A compiled SELECT. `pick` filters, sorts and limits rows; `shape` describes the returned values. */
export interface Select {
  readonly object: ObjectView
  readonly shape: Shape<Children>
  readonly pick: (rows: Iterable<Row>) => Row[]
}

/** A compiled child query. */
export interface Children {
  readonly select: Select
  /** The field of the child that references the parent. */
  readonly reference: Field
}

/** The scope and the text of a statement, for itself and its subqueries. */
export interface QueryContext {
  readonly scope: Scope
  readonly soql: string
}

export function requireObject({ scope, soql }: QueryContext, name: string): ObjectView {
  const object = scope.view.object(name)
  if (!object) throw noSuchObject(soql, name)
  return object
}

export function compileSelect(context: QueryContext, object: ObjectView, query: Query | Subquery): Select {
  const { scope, soql } = context
  const alias = query.sObjectAlias
  const { limit, fields: items = [] } = query
  const shape = compileShape<Children>({ scope, object, items, alias, limit, soql }, (inner) =>
    compileChildren(context, object, inner),
  )
  const filter = compileWhere(context, object, query)
  const order = compileOrder<Row>(toArray(query.orderBy), (clause) => {
    if (!('field' in clause)) throw unsupported('a function in ORDER BY')
    return resolvePath(scope, object, clause.field, soql, alias)
  })
  return { object, shape, pick: createPicker(filter, order, query) }
}

/** Compiles WHERE to a predicate, which excludes deleted rows unless the scope includes them. */
export function compileWhere(context: QueryContext, object: ObjectView, query: Query | Subquery): Filter<Row> {
  const { scope, soql } = context
  const condition = query.where && parseCondition(query.where, soql)
  checkRequiredFilters(object, condition)
  const matches = condition && compileFilter(condition, createRowContext(context, object, query.sObjectAlias))
  return (row) => (scope.includeDeleted || !row.IsDeleted) && (matches?.(row) ?? true)
}

export function createRowContext(context: QueryContext, object: ObjectView, alias?: string): FilterContext<Row> {
  const { scope, soql } = context
  return {
    scope,
    source(left) {
      if (typeof left !== 'string') throw unsupported(`${left.functionName ?? 'a function'}() in a condition`)
      return resolvePath(scope, object, left, soql, alias)
    },
    subquery: (query) => evaluateSubquery(context, query),
  }
}

/** The values of the single field that the subquery of an IN selects. */
function evaluateSubquery(context: QueryContext, query: Query): ReadonlySet<Value> {
  const object = requireObject(context, query.sObject ?? '')
  const { shape, pick } = compileSelect(context, object, query)
  const [entry, ...rest] = shape.entries.values()
  if (entry?.kind !== 'field' || rest.length > 0) {
    throw queryError('MALFORMED_QUERY', 'The inner select must have one field of its own object')
  }
  const rows = pick(context.scope.database.rows(object.name))
  return new Set(rows.map((row) => row[entry.field.name] ?? null))
}

function compileChildren(
  context: QueryContext,
  parent: ObjectView,
  query: Subquery,
): { name: string; children: Children } {
  const { scope, soql } = context
  const relationshipName = query.relationshipName.toLowerCase()
  const relationship = scope.view.childrenOf(parent.type).find(({ name }) => name.toLowerCase() === relationshipName)
  const object = relationship && scope.view.object(relationship.child.name)
  if (!object) throw noSuchChildren(soql, query.relationshipName)
  const children = { select: compileSelect(context, object, query), reference: relationship.field }
  return { name: relationship.name, children }
}

/** Some objects can only be queried with a filter by one of their `requiredFilters`. */
function checkRequiredFilters({ type }: ObjectView, condition: Condition | undefined): void {
  const [firstField, secondField] = type.requiredFilters
  if (firstField === undefined) return
  const operands = condition?.kind === 'and' ? condition.operands : [condition]
  const names = type.requiredFilters.map((name) => name.toLowerCase())
  const isRequiredFilter = (operand: Condition | undefined) =>
    operand?.kind === 'compare' &&
    names.includes(String(operand.left).toLowerCase()) &&
    (operand.operator === '=' || operand.operator === 'IN')
  if (operands.some(isRequiredFilter)) return
  const message = `${type.name} requires a filter by a single Id on ${firstField} or ${secondField} using the equals operator`
  throw queryError('MALFORMED_QUERY', `Implementation restriction: ${message} or multiple Id's using the IN operator.`)
}

function createPicker(
  filter: Filter<Row>,
  order: Order<Row>,
  { limit, offset = 0, orderBy }: Query | Subquery,
): Select['pick'] {
  if (offset > MAX_OFFSET) {
    throw queryError('NUMBER_OUTSIDE_VALID_RANGE', `Maximum SOQL offset allowed is ${MAX_OFFSET}`)
  }
  return (rows) => {
    const matches: Row[] = []
    for (const row of rows) if (filter(row)) matches.push(row)
    if (orderBy) matches.sort(order)
    return matches.slice(offset, limit === undefined ? undefined : offset + limit)
  }
}
