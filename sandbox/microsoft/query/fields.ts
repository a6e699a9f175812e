import type { Fail } from '../api/errors.ts'
import type { ResourceType } from './select.ts'

export type Value = string | number | boolean | null

/** A property that can be used in `$filter` or `$orderby`. */
export interface Field<T> {
  /** The type of its literals. Dates are compared as epoch ms. */
  type: 'text' | 'date' | 'flag'
  read(record: T): Value
  /** Can be used in `$orderby` only. */
  sortOnly?: true
}

/** The properties of a resource by path: `receivedDateTime`, `from/emailAddress/address`. */
export interface Fields<T> {
  readonly type: ResourceType
  readonly byPath: Readonly<Record<string, Field<T>>>
  /** Collections of strings, for `any`. */
  readonly lists: Readonly<Record<string, (record: T) => readonly string[]>>
}

/** Returns the field of a path. Fails differently for properties that exist but cannot be used, and for unknown ones. */
export function resolveField<T>(fields: Fields<T>, path: string, fail: Fail): Field<T> {
  const field = Object.hasOwn(fields.byPath, path) ? fields.byPath[path] : undefined
  if (field) return field
  const [property = ''] = path.split('/')
  if (fields.type.properties.includes(property)) return fail('ErrorInvalidUrlQueryFilter')
  return fail(
    'RequestBroker--ParseUri',
    `Could not find a property named '${property}' on type 'microsoft.graph.${fields.type.name}'.`,
  )
}

/** Exchange compares strings case-insensitively. */
export function toComparable(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value
}

export function compareValues(a: Value, b: Value): number {
  const [x, y] = [toComparable(a) ?? '', toComparable(b) ?? '']
  return x < y ? -1 : Number(x > y)
}
