import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, inTransaction, type Tx } from './database.ts'
import { applyOptionalFeatures } from './dialect.ts'

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url)

/** SQLSTATE codes when two programs create the same table at once: unique_violation, duplicate_table, duplicate_object. */
const DUPLICATE_OBJECT_CODES = ['23505', '42P07', '42710']

/**
 * Applies all pending migrations; they are forward-only. A row lock is held meanwhile (advisory locks are not available
 * everywhere), so when several programs start at once, one migrates and the others find the schema up to date.
 */
export async function migrate(db: Database): Promise<void> {
  await createMigrationTables(db)
  await inTransaction(db, async (tx) => {
    // Building an index on a large table may take longer than the pool's statement timeout.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select 1 from schema_lock where id = 1 for update`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(tx)
    const applied = new Set(rows.map(({ name }) => name))
    for (const name of await listMigrations()) if (!applied.has(name)) await runMigration(tx, name)
    await applyOptionalFeatures(tx)
  })
}

/** The file names of the migrations, in the order of their numbers. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

async function createMigrationTables(db: Database): Promise<void> {
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
