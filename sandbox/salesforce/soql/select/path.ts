import type { Database } from '../../org/database.ts'
import { type Field, isPolymorphic, type Row, type Value } from '../../schema/field.ts'
import { getNameField, type ObjectType } from '../../schema/object-type.ts'
import type { ObjectView } from '../../schema/view.ts'
import { noSuchColumn, noSuchRelationship, queryError } from '../errors.ts'
import type { Scope } from '../scope.ts'

const MAX_STEPS = 5

/** A field of the queried object or of one of its parents. */
export interface Path {
  /** The references that lead to the field's object. */
  readonly steps: readonly Field[]
  readonly field: Field
  read(row: Row): Value
}

/** Resolves a path such as `Account.Owner.Name` or `c.Account.Owner.Name` (with alias `c`), ignoring case. */
export function resolvePath(scope: Scope, object: ObjectView, written: string, soql: string, alias?: string): Path {
  const names = written.split('.')
  const first = names[0]?.toLowerCase()
  if (names.length > 1 && (first === alias?.toLowerCase() || first === object.name.toLowerCase())) names.shift()
  const last = names.pop() ?? ''
  if (names.length > MAX_STEPS) {
    throw queryError('MALFORMED_QUERY', `A path follows at most ${MAX_STEPS} relationships: ${written}`)
  }
  const steps: Field[] = []
  let current = object
  for (const name of names) {
    const step = findRelationship(current, name)
    const target = step && scope.view.targetOf(step)
    if (!target) throw noSuchRelationship(soql, written, name)
    steps.push(step)
    current = target
  }
  const field = current.field(last)
  if (!field) throw noSuchColumn(soql, written, last, current.name)
  return { steps, field, read: (row) => readPath(scope, steps, field, row) }
}

function findRelationship(object: ObjectView, name: string): Field | undefined {
  const lowerCaseName = name.toLowerCase()
  return object.fields.find(({ relationshipName }) => relationshipName?.toLowerCase() === lowerCaseName)
}

function readPath(scope: Scope, steps: readonly Field[], field: Field, row: Row): Value {
  let current: Row | undefined = row
  for (const step of steps) {
    const parent: Parent | undefined = current && findParent(scope, step, current)
    current = parent && (isPolymorphic(step) ? toNameRow(parent.type, parent.row) : parent.row)
  }
  return current?.[field.name] ?? null
}

export interface Parent {
  readonly type: ObjectType
  readonly row: Row
}

/** Finds the row that a reference points to. Deleted rows are only found when the scope includes them. */
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

/** The fields of a row behind a polymorphic reference, with its type and name. */
export function toNameRow(type: ObjectType, row: Row): Row {
  return { ...row, Type: type.name, Name: row[getNameField(type)?.name ?? 'Name'] ?? null }
}
