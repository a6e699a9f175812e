import type { Database } from '../../org/database.ts'
import { type Field, isPolymorphic, type Row, type Value } from '../../schema/field.ts'
import { getNameField, type ObjectType } from '../../schema/object-type.ts'
import type { ObjectView } from '../../schema/view.ts'
import { noSuchColumn, noSuchRelationship, queryError } from '../errors.ts'
import type { Scope } from '../scope.ts'

const MAX_STEPS = 5

/** A field, seen from the row a query is about. */
export interface Path {
  /** The references to be followed to get to the field's own object. */
  readonly steps: readonly Field[]
  readonly field: Field
  read(row: Row): Value
}

/** `Account.Owner.Name` from a Contact, in any case; `c.Account.Owner.Name` where `c` is the object's alias. */
export function resolvePath(scope: Scope, object: ObjectView, written: string, soql: string, alias?: string): Path {
  const names = written.split('.')
  const first = names[0]?.toLowerCase()
  if (names.length > 1 && (first === alias?.toLowerCase() || first === object.name.toLowerCase())) names.shift()
  const last = names.pop() ?? ''
  if (names.length > MAX_STEPS) {
    throw queryError('MALFORMED_QUERY', `A path follows at most ${MAX_STEPS} relationships: ${written}`)
  }
  const steps: Field[] = []
  let here = object
  for (const name of names) {
    const step = findRelationship(here, name)
    const target = step && scope.view.targetOf(step)
    if (!target) throw noSuchRelationship(soql, written, name)
    steps.push(step)
    here = target
  }
  const field = here.field(last)
  if (!field) throw noSuchColumn(soql, written, last, here.name)
  return { steps, field, read: (row) => readPath(scope, steps, field, row) }
}

function findRelationship(object: ObjectView, name: string): Field | undefined {
  const wanted = name.toLowerCase()
  return object.fields.find(({ relationshipName }) => relationshipName?.toLowerCase() === wanted)
}

function readPath(scope: Scope, steps: readonly Field[], field: Field, row: Row): Value {
  let here: Row | undefined = row
  let common = false
  for (const step of steps) {
    const parent: Parent | undefined = here && findParent(scope, step, here)
    common = isPolymorphic(step)
    here = parent && (common ? toNameRow(parent.type, parent.row) : parent.row)
  }
  return here?.[field.name] ?? null
}

export interface Parent {
  readonly type: ObjectType
  readonly row: Row
}

/** The row a reference points to; none when it is in the recycle bin, unless the query looks there. */
export function findParent(scope: Scope, reference: Field, row: Row): Parent | undefined {
  const id = row[reference.name]
  if (typeof id !== 'string') return undefined
  const parent = isPolymorphic(reference) ? scope.database.find(id) : findByReference(scope.database, reference, id)
  return parent && (scope.includeDeleted || !parent.row.IsDeleted) ? parent : undefined
}

function findByReference(database: Database, { referenceTo }: Field, id: string): Parent | undefined {
  const type = database.schema.object(referenceTo[0] ?? '')
  const row = type && database.get(type.name, id)
  return type && row ? { type, row } : undefined
}

/** What a row shows behind a reference to several objects: which object it is of, and its name. */
export function toNameRow(type: ObjectType, row: Row): Row {
  return { ...row, Type: type.name, Name: row[getNameField(type)?.name ?? 'Name'] ?? null }
}
