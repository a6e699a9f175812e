import type { FieldType as SelectItem, Subquery } from '@jetstreamapp/soql-parser-js'
import { type Field, isCustom } from '../../schema/field.ts'
import type { ObjectView } from '../../schema/view.ts'
import { queryError, unexpectedToken, unsupported } from '../errors.ts'
import type { Scope } from '../scope.ts'
import { resolvePath } from './path.ts'

/** The values that a query returns for each row: fields, parents with their own shape, and lists of children. */
export interface Shape<Children> {
  readonly entries: Map<string, Entry<Children>>
}

export type Entry<Children> =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'parent'; readonly reference: Field; readonly shape: Shape<Children> }
  | { readonly kind: 'children'; readonly children: Children }

export interface Selection {
  readonly scope: Scope
  readonly object: ObjectView
  readonly items: readonly SelectItem[]
  readonly alias: string | undefined
  readonly limit: number | undefined
  readonly soql: string
}

/** The maximum LIMIT of FIELDS(ALL) and FIELDS(CUSTOM). */
const MAX_UNBOUNDED_LIMIT = 200

export function compileShape<Children>(
  selection: Selection,
  childrenOf: (subquery: Subquery) => { name: string; children: Children },
): Shape<Children> {
  const shape: Shape<Children> = { entries: new Map() }
  for (const item of selection.items) {
    if (item.type === 'FieldSubquery') {
      const { name, children } = childrenOf(item.subquery)
      add(shape, name, { kind: 'children', children })
    } else {
      for (const path of expandPaths(selection, item)) addPath(selection, shape, path)
    }
  }
  return shape
}

/** The field paths of an item of the SELECT list. */
function expandPaths(selection: Selection, item: Exclude<SelectItem, { type: 'FieldSubquery' }>): readonly string[] {
  switch (item.type) {
    case 'Field':
    case 'FieldRelationship': {
      if ('alias' in item && item.alias) {
        throw queryError('MALFORMED_QUERY', 'only aggregate expressions use field aliasing')
      }
      return [formatPath(item)]
    }
    case 'FieldFunctionExpression':
      if (item.functionName.toUpperCase() === 'FIELDS') return expandFields(selection, String(item.parameters[0]))
      throw unsupported(`${item.functionName}()`)
    default:
      throw unsupported('TYPEOF')
  }
}

/** A field of the SELECT list as it is written, without its alias. */
export function formatPath(item: Extract<SelectItem, { type: 'Field' | 'FieldRelationship' }>): string {
  const prefix = 'objectPrefix' in item ? [item.objectPrefix] : []
  const relationships = 'relationships' in item ? item.relationships : []
  return [...prefix, ...relationships, item.field].join('.')
}

function expandFields({ object, limit, soql }: Selection, which: string): readonly string[] {
  const set = which.toUpperCase()
  if (!['ALL', 'STANDARD', 'CUSTOM'].includes(set)) throw unexpectedToken(soql, which)
  if (set !== 'STANDARD' && (limit === undefined || limit > MAX_UNBOUNDED_LIMIT)) {
    const message = `The SOQL FIELDS function must have a LIMIT of at most ${MAX_UNBOUNDED_LIMIT}`
    throw queryError('MALFORMED_QUERY', message)
  }
  const fits = (field: Field) => set === 'ALL' || isCustom(field) === (set === 'CUSTOM')
  return object.fields.filter(fits).map(({ name }) => name)
}

function addPath<Children>(selection: Selection, shape: Shape<Children>, written: string): void {
  const { scope, object, soql, alias } = selection
  const { steps, field } = resolvePath(scope, object, written, soql, alias)
  let current = shape
  for (const reference of steps) current = getParentShape(current, reference)
  add(current, field.name, { kind: 'field', field }, written)
}

function getParentShape<Children>(shape: Shape<Children>, reference: Field): Shape<Children> {
  const name = String(reference.relationshipName)
  const existing = shape.entries.get(name)
  if (existing?.kind === 'parent') return existing.shape
  const created: Shape<Children> = { entries: new Map() }
  shape.entries.set(name, { kind: 'parent', reference, shape: created })
  return created
}

function add<Children>(shape: Shape<Children>, name: string, entry: Entry<Children>, written = name): void {
  if (shape.entries.has(name)) throw queryError('INVALID_FIELD', `duplicate field selected: ${written}`)
  shape.entries.set(name, entry)
}

/** The number of values in a row of this shape. */
export function countValues<Children>({ entries }: Shape<Children>): number {
  return [...entries.values()].reduce((sum, entry) => sum + (entry.kind === 'parent' ? countValues(entry.shape) : 1), 0)
}
