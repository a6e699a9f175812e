import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { redactText } from '../../../src/runtime/redact.ts'
import { Pipeline, type Statement } from './pipelining.ts'
import { createPool, type DatabaseAddress, type PoolOptions } from './pool.ts'
import { isOutdated } from './prepared-statements.ts'
import type { Tables } from './tables/index.ts'

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Connects lazily. */
export function createDatabase(address: DatabaseAddress, options?: PoolOptions): Database {
  return databaseOf(createPool(address, options))
}

export function databaseOf(pool: PostgresPool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Throws when the database does not respond. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 5
/** After a migration, each attempt may meet another statement of another connection that is outdated. */
const MAX_OUTDATED_ATTEMPTS = 50
const RETRY_BASE_DELAY_MS = 20

const firstStatements = new WeakMap<Database, Statement<unknown>>()

/** Makes a statement, which must not write, the first one of every transaction of a database. */
export function beginTransactionsWith(db: Database, statement: Statement<unknown>): void {
  firstStatements.set(db, statement)
}

/** Runs `work` in a transaction: see `retryConflicts`. */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const first = firstStatements.get(db)
  const begin = async (tx: Tx) => {
    if (first) (await Pipeline.open(tx)).send(first)
    return work(tx)
  }
  return retryConflicts(() => db.transaction().execute(begin))
}

/**
 * Retries a transaction, or a single statement outside of one, on a serialization failure, a deadlock, or a prepared
 * statement that a migration has outdated. All are reported before the commit, so nothing is applied twice. A broken
 * connection is not retried, because its commit may have succeeded.
 */
export async function retryConflicts<T>(execute: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await execute()
    } catch (error) {
      if (isOutdated(error) && attempt < MAX_OUTDATED_ATTEMPTS) continue
      if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error
      await pause(RETRY_BASE_DELAY_MS * 2 ** attempt * Math.random())
    }
  }
}

/** SQLSTATE classes of temporary unavailability: connection exception, insufficient resources, operator intervention. */
const UNAVAILABLE = /^(?:08|53|57P)/
/** Messages of the driver for a connection that cannot be opened or was lost; these errors have no code. */
const NO_CONNECTION = /timeout exceeded when trying to connect|Connection terminated|is not queryable/
/**
 * Functions of Citus that report a node that was lost. They have no code of their own for it: internal_error if the node has
 * died without a word, and if it has before the commit. Several functions report the same when it is their own server that dies.
 */
const LOST_ON_COMMIT = 'ErrorIfPostCommitFailedShardPlacements'
const LOST_BY_NODE = 'ReportResultError'
const LOST_ITSELF = 'postmaster was shut down'
/** The server is being upgraded: its new library is installed but not loaded yet, or loaded before the extension is updated. */
const BEING_UPGRADED = 'loaded Citus library version differs'
const INTERNAL_ERROR = 'XX000'
const NETWORK_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  // The machine of a node is lost, or its name is gone with it.
  ...['EHOSTDOWN', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND'],
])

/** Whether the error means that the database is down or has no connection left, rather than that the statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? '') || isNodeLost(error)
  if (!(error instanceof Error)) return false
  return NO_CONNECTION.test(error.message) || NETWORK_CODES.has((error as NodeJS.ErrnoException).code ?? '')
}

function isNodeLost({ code, routine, message }: pg.DatabaseError): boolean {
  if (code !== INTERNAL_ERROR) return false
  if (message.startsWith(LOST_ITSELF) || message.startsWith(BEING_UPGRADED)) return true
  return routine === LOST_ON_COMMIT || (routine === LOST_BY_NODE && /connection|socket|SSL/i.test(message))
}

/** What a database reported, or why it cannot be reached. A name with several addresses fails once for each. */
export function describeDatabaseError(error: Error & { errors?: readonly Error[] }): string {
  return redactText(error.message || (error.errors ?? []).map(({ message }) => message).join(', '))
}

/** SQLSTATE classes of what a value causes: cardinality, data exception, integrity constraint, program limit. */
const UNSTORABLE = /^(?:21|22|23|54)/

/**
 * The SQLSTATE of an error that the values of a statement have caused, so that it would fail in the same way again.
 * Undefined for every other error.
 */
export function dataErrorCode(error: unknown): string | undefined {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  return UNSTORABLE.test(code) ? code : undefined
}

function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)
}
