import type { Query, Subquery } from '@jetstreamapp/soql-parser-js'
import type { Field, Row, Value } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { type Condition, conditionOf } from './condition.ts'
import { noSuchChildren, noSuchObject, notEvaluated, queryFailure } from './failures.ts'
import { type Filter, type FilterContext, filterOf } from './filter.ts'
import { type Order, orderOf } from './order.ts'
import { pathOf } from './path.ts'
import type { Scope } from './scope.ts'
import { type Shape, shapeOf } from './shape.ts'
import { listed } from './statement.ts'

const MAX_OFFSET = 2_000

/** A SELECT, ready to be run: which rows, in which order, and what of them. */
export interface Select {
  readonly object: ObjectView
  readonly shape: Shape<Children>
  readonly pick: (rows: Iterable<Row>) => Row[]
}

/** The list of children of each row. */
export interface Children {
  readonly select: Select
  /** The field of the child that points to the parent. */
  readonly reference: Field
}

/** What a SELECT and its inner ones are read against. */
export interface Reading {
  readonly scope: Scope
  readonly soql: string
}

export function objectOf({ scope, soql }: Reading, name: string): ObjectView {
  const object = scope.view.object(name)
  if (!object) throw noSuchObject(soql, name)
  return object
}

export function selectOf(reading: Reading, object: ObjectView, query: Query | Subquery): Select {
  const { scope, soql } = reading
  const alias = query.sObjectAlias
  const { limit, fields: items = [] } = query
  const shape = shapeOf<Children>({ scope, object, items, alias, limit, soql }, (inner) =>
    childrenOf(reading, object, inner),
  )
  const filter = whereOf(reading, object, query)
  const order = orderOf<Row>(listed(query.orderBy), (clause) => {
    if (!('field' in clause)) throw notEvaluated('a function in ORDER BY')
    return pathOf(scope, object, clause.field, soql, alias)
  })
  return { object, shape, pick: picker(filter, order, query) }
}

/** The rows a WHERE lets through, those in the recycle bin kept out unless the scope says otherwise. */
export function whereOf(reading: Reading, object: ObjectView, query: Query | Subquery): Filter<Row> {
  const { scope, soql } = reading
  const condition = query.where && conditionOf(query.where, soql)
  checkMustFilter(object, condition)
  const wanted = condition && filterOf(condition, rowContext(reading, object, query.sObjectAlias))
  return (row) => (scope.includeDeleted || !row.IsDeleted) && (wanted?.(row) ?? true)
}

export function rowContext(reading: Reading, object: ObjectView, alias?: string): FilterContext<Row> {
  const { scope, soql } = reading
  return {
    scope,
    source(left) {
      if (typeof left !== 'string') throw notEvaluated(`${left.functionName ?? 'a function'}() in a condition`)
      return pathOf(scope, object, left, soql, alias)
    },
    subquery: (query) => valuesOf(reading, query),
  }
}

/** The values of the one field that a query behind IN selects. */
function valuesOf(reading: Reading, query: Query): ReadonlySet<Value> {
  const object = objectOf(reading, query.sObject ?? '')
  const { shape, pick } = selectOf(reading, object, query)
  const [entry, ...more] = shape.entries.values()
  if (entry?.kind !== 'field' || more.length > 0) {
    throw queryFailure('MALFORMED_QUERY', 'The inner select must have one field of its own object')
  }
  const rows = pick(reading.scope.database.rows(object.name))
  return new Set(rows.map((row) => row[entry.field.name] ?? null))
}

function childrenOf(reading: Reading, parent: ObjectView, query: Subquery): { name: string; children: Children } {
  const { scope, soql } = reading
  const wanted = query.relationshipName.toLowerCase()
  const relationship = scope.view.childrenOf(parent.type).find(({ name }) => name.toLowerCase() === wanted)
  const object = relationship && scope.view.object(relationship.child.name)
  if (!object) throw noSuchChildren(soql, query.relationshipName)
  const children = { select: selectOf(reading, object, query), reference: relationship.field }
  return { name: relationship.name, children }
}

/** Some objects are too large to be read without saying whose rows are meant. */
function checkMustFilter({ type }: ObjectView, condition: Condition | undefined): void {
  const [one, other] = type.mustFilter
  if (one === undefined) return
  const parts = condition?.kind === 'and' ? condition.parts : [condition]
  const names = type.mustFilter.map((name) => name.toLowerCase())
  const filters = (part: Condition | undefined) =>
    part?.kind === 'compare' &&
    names.includes(String(part.left).toLowerCase()) &&
    (part.operator === '=' || part.operator === 'IN')
  if (parts.some(filters)) return
  const message = `${type.name} requires a filter by a single Id on ${one} or ${other} using the equals operator`
  throw queryFailure(
    'MALFORMED_QUERY',
    `Implementation restriction: ${message} or multiple Id's using the IN operator.`,
  )
}

function picker(
  filter: Filter<Row>,
  order: Order<Row>,
  { limit, offset = 0, orderBy }: Query | Subquery,
): Select['pick'] {
  if (offset > MAX_OFFSET) {
    throw queryFailure('NUMBER_OUTSIDE_VALID_RANGE', `Maximum SOQL offset allowed is ${MAX_OFFSET}`)
  }
  return (rows) => {
    const found: Row[] = []
    for (const row of rows) if (filter(row)) found.push(row)
    if (orderBy) found.sort(order)
    return found.slice(offset, limit === undefined ? undefined : offset + limit)
  }
}
