import type { ColumnType, Generated } from 'kysely'

/** Epoch milliseconds, stored as bigint and read as a number (`pool.ts`). */
export type EpochMs = number

/** jsonb is read as a value and written as JSON text: the driver would turn an array into a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>

/** A nullable column, which may be left out of an insert. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export type { Generated }
