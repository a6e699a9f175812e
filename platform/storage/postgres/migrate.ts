import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, inTransaction, type Tx } from './database.ts'
import { applyOptionalFeatures } from './dialect.ts'

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url)

/** SQLSTATE codes when two programs create the same table at once: unique_violation, duplicate_table, duplicate_object. */
const DUPLICATE_OBJECT_CODES = ['23505', '42P07', '42710']

/**
 * While a migration waits for the lock of a table, everyone else waits behind it. It therefore gives up after this time
 * (ms), and tries again after a pause in which the others work.
 */
const LOCK_TIMEOUT_MS = 3_000
const LOCK_PAUSE_MS = 2_000
const MAX_LOCK_ATTEMPTS = 24
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Which migrations concern a schema. On one PostgreSQL `all`. On a cluster the tables of all tenants together are in the
 * directory, and those of a bucket in the bucket.
 */
export type Scope = 'all' | 'directory' | 'bucket'

/** What changes the tables of the directory stands in files of its own. */
const OF_DIRECTORY = /^\d+-directory-/

function isInScope(name: string, scope: Scope): boolean {
  return scope === 'all' || OF_DIRECTORY.test(name) === (scope === 'directory')
}

/**
 * Applies all pending migrations; they are forward-only. A row lock is held meanwhile (advisory locks are not available
 * everywhere), so when several programs start at once, one migrates and the others find the schema up to date. Resolves
 * to the names of migrations that only a newer release has: this one works beside it (docs/upgrading.md).
 */
export async function migrate(db: Database, scope: Scope = 'all'): Promise<string[]> {
  await createMigrationTables(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, (tx) => applyPending(tx, scope))
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
      if (attempt === MAX_LOCK_ATTEMPTS) throw new Error(NO_LOCK, { cause: error })
      await pause(LOCK_PAUSE_MS)
    }
  }
}

const NO_LOCK =
  'the migrations could not lock their tables, because another program holds them in a long transaction: end it (pg_stat_activity shows it) and start again'

/** Applies what is pending of the current schema, in a transaction. Resolves to the names that only a newer release has. */
export async function applyPending(tx: Tx, scope: Scope = 'all'): Promise<string[]> {
  // Building an index on a large table may take longer than the pool's statement timeout.
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select 1 from schema_lock where id = 1 for update`.execute(tx)
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx)
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(tx)
  const applied = new Set(rows.map(({ name }) => name))
  for (const name of await listMigrations(scope)) if (!applied.has(name)) await runMigration(tx, name)
  await applyOptionalFeatures(tx)
  const all = await listMigrations()
  return [...applied].filter((name) => !all.includes(name))
}

/** The file names of the migrations of a scope, in the order of their numbers. */
export async function listMigrations(scope: Scope = 'all'): Promise<string[]> {
  const names = await readdir(MIGRATIONS_FOLDER)
  return names.filter((name) => name.endsWith('.sql') && isInScope(name, scope)).sort()
}

export async function createMigrationTables(db: Database | Tx): Promise<void> {
  try {
    await sql`create table if not exists schema_lock (id integer primary key)`.execute(db)
    await sql`create table if not exists schema_migrations (name text primary key, date_run timestamptz not null)`.execute(
      db,
    )
    await sql`insert into schema_lock (id) values (1) on conflict do nothing`.execute(db)
  } catch (error) {
    // "If not exists" still fails when two programs create a table at the same moment.
    if (!(error instanceof pg.DatabaseError && DUPLICATE_OBJECT_CODES.includes(error.code ?? ''))) throw error
    await createMigrationTables(db)
  }
}

async function runMigration(tx: Tx, name: string): Promise<void> {
  await sql.raw(await readFile(new URL(name, MIGRATIONS_FOLDER), 'utf8')).execute(tx)
  await sql`insert into schema_migrations (name, date_run) values (${name}, now())`.execute(tx)
}
