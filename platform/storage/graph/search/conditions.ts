import { type RawBuilder, sql } from 'kysely'

/** Conditions on a number; all that are given must hold. */
export interface NumberFilter {
  gt?: number
  gte?: number
  eq?: number
  lte?: number
  lt?: number
}

/** Conditions on a text, in any case of its letters; all that are given must hold. */
export interface StringFilter {
  eq?: string
  contains?: string
  startsWith?: string
  endsWith?: string
}

type Column = RawBuilder<unknown>

export const ALWAYS = sql<boolean>`true`

export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? ALWAYS : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const OPERATORS = { gt: '>', gte: '>=', eq: '=', lte: '<=', lt: '<' } as const

/** A column that is null fulfils no condition. Numbers are compared as doubles, so a column of any size will do. */
export function numberCondition(column: Column, filter: NumberFilter): RawBuilder<boolean> {
  return allOf(
    Object.entries(OPERATORS).flatMap(([name, operator]) => {
      const bound = filter[name as keyof NumberFilter]
      return bound === undefined ? [] : [sql<boolean>`${column} ${sql.raw(operator)} ${bound}::double precision`]
    }),
  )
}

/** A column that is null fulfils no condition. */
export function stringCondition(column: Column, { eq, contains, startsWith, endsWith }: StringFilter) {
  const like = (pattern: string) => sql<boolean>`lower(${column}) like lower(${pattern})`
  return allOf([
    ...(eq === undefined ? [] : [sql<boolean>`lower(${column}) = lower(${eq})`]),
    ...(contains === undefined ? [] : [like(`%${literal(contains)}%`)]),
    ...(startsWith === undefined ? [] : [like(`${literal(startsWith)}%`)]),
    ...(endsWith === undefined ? [] : [like(`%${literal(endsWith)}`)]),
  ])
}

/** Text inside a pattern of LIKE that means itself. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
