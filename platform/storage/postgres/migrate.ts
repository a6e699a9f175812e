import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, inTransaction, type Tx } from './database.ts'
import { applyOptionalFeatures } from './dialect.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** What two that create the same table in the same moment may hear: a row, a table or a type is there already. */
const DUPLICATE_OBJECT_CODES = ['23505', '42P07', '42710']

/**
 * Brings the database to the newest schema; forward only. Whoever starts holds a row's lock meanwhile (advisory locks
 * are not everywhere), so of many programs that start at once one migrates and the others find it done.
 */
export async function migrate(db: Database): Promise<void> {
  await createMigrationTables(db)
  await inTransaction(db, async (tx) => {
    // An index of a large table takes longer than any statement may otherwise.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select 1 from schema_lock where id = 1 for update`.execute(tx)
    const done = new Set((await sql<{ name: string }>`select name from schema_migrations`.execute(tx)).rows.map(toName))
    for (const name of await listMigrations()) if (!done.has(name)) await runMigration(tx, name)
    await applyOptionalFeatures(tx)
  })
}

/** The migrations in their order: files named by a number. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

async function createMigrationTables(db: Database): Promise<void> {
  try {
    await sql`create table if not exists schema_lock (id integer primary key)`.execute(db)
    await sql`create table if not exists schema_migrations (name text primary key, date_run timestamptz not null)`.execute(
      db,
    )
    await sql`insert into schema_lock (id) values (1) on conflict do nothing`.execute(db)
  } catch (error) {
    // "If not exists" still collides when two programs create a table in the same moment.
    if (!(error instanceof pg.DatabaseError && DUPLICATE_OBJECT_CODES.includes(error.code ?? ''))) throw error
    await createMigrationTables(db)
  }
}

async function runMigration(tx: Tx, name: string): Promise<void> {
  await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(tx)
  await sql`insert into schema_migrations (name, date_run) values (${name}, now())`.execute(tx)
}

function toName({ name }: { name: string }): string {
  return name
}
