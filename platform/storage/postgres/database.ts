import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { createPool, type DatabaseAddress, type PoolOptions } from './pool.ts'
import type { Tables } from './tables/index.ts'

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Statements are sent unnamed: their plans fit the values, and popular and rare tags need different ones. */
export function createDatabase(address: DatabaseAddress, settings?: PoolOptions): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPool(address, settings) }) })
}

/** Throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 5
const RETRY_BASE_DELAY_MS = 20

/**
 * Runs `work` in a transaction, again when the database asks for that. It is asked for before anything is committed,
 * so nothing happens twice; a connection that breaks is not, because its commit may have succeeded.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error
      await pause(RETRY_BASE_DELAY_MS * 2 ** attempt * Math.random())
    }
  }
}

/** PostgreSQL's classes of errors that say that it cannot be used at the moment: connection, resources, operator. */
const UNAVAILABLE = /^(?:08|53|57P)/
/** What the driver says of a connection that it cannot get or has lost; it has no codes for these. */
const NO_CONNECTION = /timeout exceeded when trying to connect|Connection terminated/
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/** Whether it is the database that is down, or has no connection left, and not the statement that is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return NO_CONNECTION.test(error.message) || NETWORK_CODES.has((error as NodeJS.ErrnoException).code ?? '')
}

function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)
}
