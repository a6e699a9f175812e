import type { Fail } from '../api/errors.ts'
import { compareValues, type Fields, resolveField } from './fields.ts'
import type { Filter } from './filter.ts'

export interface Order<T> {
  compare(a: T, b: T): number
  paths: readonly string[]
}

/** Parses an `$orderby` of one or more properties. */
export function parseOrder<T>(text: string, fields: Fields<T>, fail: Fail): Order<T> {
  const keys = text.split(',').map((part) => {
    const [path = '', direction = 'asc', ...rest] = part.trim().split(/\s+/)
    if (rest.length > 0 || !/^(asc|desc)$/.test(direction))
      fail('RequestBroker--ParseUri', `Syntax error in '${part}'.`)
    return { path, field: resolveField(fields, path, fail), sign: direction === 'desc' ? -1 : 1 }
  })
  return {
    paths: keys.map(({ path }) => path),
    compare(a, b) {
      for (const { field, sign } of keys) {
        const order = compareValues(field.read(a), field.read(b))
        if (order !== 0) return sign * order
      }
      return 0
    },
  }
}

/**
 * Fails unless the properties of `$orderby` are the first properties of `$filter`, in the same order
 * (https://learn.microsoft.com/graph/api/user-list-messages#using-filter-and-orderby-in-the-same-query).
 */
export function checkEfficiency<T>(filter: Filter<T>, order: Order<T>, fail: Fail): void {
  if (order.paths.some((path, index) => filter.paths[index] !== path)) fail('InefficientFilter')
}
