import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

/** How tags are found by name: by any part of it, also misspelt, or where pg_trgm is missing without an index. */
export type NameSearch = 'trigram' | 'plain'

/**
 * What makes things faster where the engine has it, and is left out where it has not. Run at every start, so that
 * what is installed later comes into use.
 */
export async function applyOptionalFeatures(tx: Tx): Promise<void> {
  await tryInSavepoint(tx, createTrigramIndex)
  await tryInSavepoint(tx, disableTenantStatistics)
}

async function createTrigramIndex(tx: Tx): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(tx)
  await sql`create index if not exists tags_name_trigrams on tags using gin (name_search gin_trgm_ops)`.execute(tx)
}

/**
 * Has the planner know no tenant. With statistics of those it has seen, it takes a new tenant to have no rows at all,
 * finds all indexes equally good, and reads a tenant's whole table for each key. Without them every tenant is taken
 * for a two-hundredth of the table, and the index that names more columns wins.
 */
async function disableTenantStatistics(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'tenant_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and coalesce(a.attstattarget, -1) <> 0`.execute(tx)
  for (const { name } of rows) {
    await sql`alter table ${sql.table(name)} alter column tenant_id set statistics 0`.execute(tx)
  }
}

async function tryInSavepoint(tx: Tx, work: (tx: Tx) => Promise<void>): Promise<void> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await work(tx)
  } catch {
    await sql`rollback to savepoint attempt`.execute(tx)
  }
}

export async function detectNameSearch(db: Database): Promise<NameSearch> {
  const { rows } = await sql`select 1 from pg_indexes where indexname = 'tags_name_trigrams'`.execute(db)
  return rows.length > 0 ? 'trigram' : 'plain'
}
