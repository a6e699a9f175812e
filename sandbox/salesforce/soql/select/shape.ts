import type { FieldType as SelectItem, Subquery } from '@jetstreamapp/soql-parser-js'
import { type Field, isCustom } from '../../schema/field.ts'
import type { ObjectView } from '../../schema/view.ts'
import { queryError, unexpectedToken, unsupported } from '../errors.ts'
import type { Scope } from '../scope.ts'
import { resolvePath } from './path.ts'

/** What a query shows of each row: its own fields, its parents in their own shape, and lists of its children. */
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

/** FIELDS() over a set that may grow with the org is answered in small portions only. */
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

/** The paths an item of the SELECT list stands for. */
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

/** A field of the SELECT list as it was written, without its alias. */
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
  let here = shape
  for (const reference of steps) here = getParentShape(here, reference)
  add(here, field.name, { kind: 'field', field }, written)
}

function getParentShape<Children>(shape: Shape<Children>, reference: Field): Shape<Children> {
  const name = String(reference.relationshipName)
  const known = shape.entries.get(name)
  if (known?.kind === 'parent') return known.shape
  const made: Shape<Children> = { entries: new Map() }
  shape.entries.set(name, { kind: 'parent', reference, shape: made })
  return made
}

function add<Children>(shape: Shape<Children>, name: string, entry: Entry<Children>, written = name): void {
  if (shape.entries.has(name)) throw queryError('INVALID_FIELD', `duplicate field selected: ${written}`)
  shape.entries.set(name, entry)
}

/** How many values a row of this shape holds. */
export function countValues<Children>({ entries }: Shape<Children>): number {
  return [...entries.values()].reduce((sum, entry) => sum + (entry.kind === 'parent' ? countValues(entry.shape) : 1), 0)
}
