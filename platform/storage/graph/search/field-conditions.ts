import { type RawBuilder, sql } from 'kysely'
import { allOf, numberCondition, stringCondition } from '../../postgres/conditions.ts'
import type { FieldFilter } from './filters.ts'

/** SQL expressions for the value of a field: as text, and as a double precision number, or null where it is no number. */
export interface FieldValue {
  text: RawBuilder<unknown>
  number: RawBuilder<unknown>
}

export function fieldCondition({ text, number }: FieldValue, filter: FieldFilter): RawBuilder<boolean> {
  const { stringFilter, numberFilter, isNull } = filter
  return allOf([
    ...(stringFilter ? [stringCondition(text, stringFilter)] : []),
    ...(numberFilter ? [numberCondition(number, numberFilter)] : []),
    ...(isNull === undefined ? [] : [sql<boolean>`(${text} is null) = ${isNull}`]),
  ])
}

/** Sorts numbers before texts, and missing values last in either direction. */
export function fieldSortKeys({ text, number }: FieldValue, direction: 'ASC' | 'DESC'): RawBuilder<unknown>[] {
  const order = sql.raw(direction)
  return [sql`${number} ${order} nulls last`, sql`lower(${text}) collate "C" ${order} nulls last`]
}
