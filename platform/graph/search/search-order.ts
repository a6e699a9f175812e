import { type Order, SORT_FIELDS, type SortKey } from '../../storage/graph/search/order.ts'
import { badInput } from '../errors.ts'
import type { GraphSearch } from './filter-input.ts'

type Option = NonNullable<NonNullable<GraphSearch['sort']>[number]>

/** The order that is asked for; undefined: the usual one. Throws BAD_USER_INPUT for a field that nothing is sorted by. */
export function parseOrder({ sort, smart }: GraphSearch): Order | undefined {
  const keys = (sort ?? []).flatMap((option, at) => (option ? [keyOf(option, at)] : []))
  const distinct = keys.filter(({ field }, at) => keys.findIndex((key) => key.field === field) === at)
  if (distinct.length > 0) return distinct
  return smart ? 'smart' : undefined
}

function keyOf({ field, order }: Option, at: number): SortKey {
  const known = SORT_FIELDS.find((name) => name === field)
  if (!known) throw badInput(`input.sort[${at}].field`, `must be one of ${SORT_FIELDS.join(', ')}.`)
  const usual = known === 'relevance' ? 'DESC' : 'ASC'
  return { field: known, direction: (order ?? usual) === 'DESC' ? 'desc' : 'asc' }
}
