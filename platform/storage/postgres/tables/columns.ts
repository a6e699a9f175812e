import type { ColumnType, Generated } from 'kysely'

/** A point in time or a count, kept as bigint and read as a number (`pool.ts`). */
export type EpochMs = number

/** jsonb is read as a value and written as its text: the driver would turn an array into one of PostgreSQL's. */
export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>

/** A column that may be left out of an insert; it is null then. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export type { Generated }
