import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

/** How tag names are searched: with pg_trgm, which also finds misspelt names, or without an index where it is missing. */
export type NameSearch = 'trigram' | 'plain'

/**
 * Applies optimizations that not every PostgreSQL supports, and skips those that fail. Runs at every start, so that an
 * extension installed later comes into use.
 */
export async function applyOptionalFeatures(tx: Tx): Promise<void> {
  await tryInSavepoint(tx, createTrigramIndex)
  await tryInSavepoint(tx, disableTenantStatistics)
}

/** The extension may be in any schema, and is shared by all of them: Citus does not place a schema that contains one. */
async function createTrigramIndex(tx: Tx): Promise<void> {
  await sql`create extension if not exists pg_trgm with schema public`.execute(tx)
  const { rows } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`.execute(tx)
  const operators = sql.id(rows[0]?.schema ?? 'public', 'gin_trgm_ops')
  await sql`create index if not exists tags_name_trigrams on tags using gin (name_search ${operators})`.execute(tx)
}

/**
 * Switches off the planner's statistics of tenant_id. With them the planner assumes that a tenant it has not seen has no
 * rows, rates all indexes equally, and reads all rows of the tenant for each key. Without them it assumes that each
 * tenant has 1/200 of the rows, and prefers the index that covers more columns.
 */
async function disableTenantStatistics(tx: Tx): Promise<void> {
  for (const name of await listUntunedTables(tx)) await disableStatisticsOf(tx, name)
}

/** Names of the tables whose tenant_id still has statistics. */
export async function listUntunedTables(db: Database | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'tenant_id' and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and coalesce(a.attstattarget, -1) <> 0`.execute(db)
  return rows.map(({ name }) => name)
}

export async function disableStatisticsOf(tx: Tx, name: string): Promise<void> {
  await sql`alter table ${sql.table(name)} alter column tenant_id set statistics 0`.execute(tx)
}

async function tryInSavepoint(tx: Tx, work: (tx: Tx) => Promise<void>): Promise<void> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await work(tx)
  } catch {
    await sql`rollback to savepoint attempt`.execute(tx)
  }
}

/** `schema` has the tags; by default the current one. */
export async function detectNameSearch(db: Database, schema?: string): Promise<NameSearch> {
  const { rows } = await sql`
    select 1 from pg_indexes where schemaname = coalesce(${schema ?? null}::text, current_schema()) and indexname = 'tags_name_trigrams'`.execute(
    db,
  )
  return rows.length > 0 ? 'trigram' : 'plain'
}
