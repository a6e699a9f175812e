import type { ErrorName } from '../api/errors.ts'
import type { ResourceType } from './select.ts'

export type Value = string | number | boolean | null

/** A property that `$filter` or `$orderby` may name. */
export interface Field<T> {
  /** How its literals look. Dates are compared as epoch ms. */
  type: 'text' | 'date' | 'flag'
  read(record: T): Value
  /** May be sorted by, but not filtered by. */
  sortOnly?: true
}

/** The properties of a resource by path: `receivedDateTime`, `from/emailAddress/address`. */
export interface Fields<T> {
  readonly type: ResourceType
  readonly byPath: Readonly<Record<string, Field<T>>>
  /** Collections of texts, for `any`. */
  readonly lists: Readonly<Record<string, (record: T) => readonly string[]>>
}

export type Fail = (name: ErrorName, message?: string) => never

/** The field of a path; or the refusal that fits a property which is there and one which is not. */
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

/** Exchange does not tell capital letters from small ones. */
export function toComparable(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value
}

export function compareValues(a: Value, b: Value): number {
  const [x, y] = [toComparable(a) ?? '', toComparable(b) ?? '']
  return x < y ? -1 : Number(x > y)
}
