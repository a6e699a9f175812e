import { type RawBuilder, sql } from 'kysely'

type Column = RawBuilder<unknown>

/** Conditions on a number, combined with AND. */
export interface NumberFilter {
  gt?: number
  gte?: number
  eq?: number
  lte?: number
  lt?: number
}

/** Case-insensitive conditions on a text, combined with AND. */
export interface StringFilter {
  eq?: string
  contains?: string
  startsWith?: string
  endsWith?: string
  /** Compared character by character, which puts dates and times of ISO 8601 in their order. */
  gte?: string
  lt?: string
}

export const ALWAYS = sql<boolean>`true`

export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? ALWAYS : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

const OPERATORS = { gt: '>', gte: '>=', eq: '=', lte: '<=', lt: '<' } as const

/** A null column matches no condition. Values are compared as double precision, so the column may have any numeric type. */
export function numberCondition(column: Column, filter: NumberFilter): RawBuilder<boolean> {
  return allOf(
    Object.entries(OPERATORS).flatMap(([name, operator]) => {
      const bound = filter[name as keyof NumberFilter]
      return bound === undefined ? [] : [sql<boolean>`${column} ${sql.raw(operator)} ${bound}::double precision`]
    }),
  )
}

/** Whether a filter compares with a whole text only. */
export function isWhole(filter: StringFilter): filter is { eq: string } {
  return filter.eq !== undefined && Object.values(filter).filter((value) => value !== undefined).length === 1
}

/** A null column matches no condition. */
export function stringCondition(column: Column, filter: StringFilter): RawBuilder<boolean> {
  const { eq, contains, startsWith, endsWith, gte, lt } = filter
  const like = (pattern: string) => sql<boolean>`lower(${column}) like lower(${pattern})`
  return allOf([
    ...(eq === undefined ? [] : [sql<boolean>`lower(${column}) = lower(${eq})`]),
    ...(contains === undefined ? [] : [like(`%${escapeLike(contains)}%`)]),
    ...(startsWith === undefined ? [] : [like(`${escapeLike(startsWith)}%`)]),
    ...(endsWith === undefined ? [] : [like(`%${escapeLike(endsWith)}`)]),
    ...(gte === undefined ? [] : [sql<boolean>`lower(${column}) >= lower(${gte}) collate "C"`]),
    ...(lt === undefined ? [] : [sql<boolean>`lower(${column}) < lower(${lt}) collate "C"`]),
  ])
}

/** Escapes the wildcards of a LIKE pattern in a text. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
