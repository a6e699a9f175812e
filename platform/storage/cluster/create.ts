import { sql } from 'kysely'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'
import { applyPending, createMigrationTables } from '../postgres/migrate.ts'
import { bucketName, DIRECTORY_TABLES, locateBuckets, REFERENCE_TABLES } from './metadata.ts'

/** The database is in use, so its tables must not be moved. */
export class DatabaseInUse extends Error {}

/**
 * Makes a database on the coordinator of a cluster, migrated and with or without data, a directory with one bucket: its tables
 * but those of the directory become `bucket_1`, which is placed on a node. In one transaction: whoever is killed meanwhile has
 * changed nothing. Throws DatabaseInUse if processes that are not `since` gone (epoch ms) have registered themselves.
 */
export async function createDirectory(db: Database, since: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSchema(tx)
    if ((await locateBuckets(tx)).length > 0) return
    const running = await tx.selectFrom('processes').select('process_id').where('date_seen', '>=', since).execute()
    if (running.length > 0) {
      const ids = running.map(({ process_id }) => process_id).join(', ')
      throw new DatabaseInUse(`the platform must not run while its tables are moved into a bucket; stop it: ${ids}`)
    }
    const name = bucketName(1)
    await sql`create schema ${sql.id(name)}`.execute(tx)
    await createFeeds(tx, name)
    await sql`insert into ${sql.id(name, 'feeds')} select tenant_id, sequence, date_recommendations_due from tenants`.execute(
      tx,
    )
    // A key to a table of another schema could not be kept over the nodes.
    await sql`alter table connections drop constraint if exists connections_tenant_id_fkey`.execute(tx)
    for (const table of await listTables(tx)) {
      if (!isOfDirectory(table)) await sql`alter table ${sql.id(table)} set schema ${sql.id(name)}`.execute(tx)
    }
    await copyMigrations(tx, name)
    await sql`update tenants set bucket = ${name}`.execute(tx)
    for (const table of REFERENCE_TABLES) await sql`select create_reference_table(${table}::regclass)`.execute(tx)
    await distribute(tx, name)
    await removeLocalRows(tx)
  })
}

/** Creates the next bucket, without tenants, on the node that the cluster chooses. Returns its name. */
export async function createBucket(db: Database): Promise<string> {
  return inTransaction(db, async (tx) => {
    await lockSchema(tx)
    const names = (await locateBuckets(tx)).map(({ name }) => name)
    const next = Math.max(...names.map((name) => Number(name.slice(bucketName(0).length - 1)))) + 1
    const name = bucketName(next)
    const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(tx)
    await sql`create schema ${sql.id(name)}`.execute(tx)
    await sql`set local search_path = ${sql.id(name)}`.execute(tx)
    await createMigrationTables(tx)
    await applyPending(tx)
    await createFeeds(tx, name)
    const unused = sql.join(['tenants', 'providers', 'processes'].map((table) => sql.id(table)))
    await sql`drop table ${unused} cascade`.execute(tx)
    await sql`select set_config('search_path', ${rows[0]?.path}, true)`.execute(tx)
    await distribute(tx, name)
    return name
  })
}

/** Others that migrate or create buckets wait. */
async function lockSchema(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select 1 from schema_lock where id = 1 for update`.execute(tx)
}

/** On one PostgreSQL `feeds` is a view of the tenants, whose table a bucket does not have. */
async function createFeeds(tx: Tx, bucket: string): Promise<void> {
  await sql`drop view feeds`.execute(tx)
  await sql`
    create table ${sql.id(bucket, 'feeds')} (
      tenant_id uuid primary key,
      sequence bigint not null default 0,
      date_recommendations_due bigint not null default 0
    )`.execute(tx)
  await sql`create index feeds_recommendations_due on ${sql.id(bucket, 'feeds')} (date_recommendations_due)`.execute(tx)
}

async function listTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname`.execute(tx)
  return rows.map(({ name }) => name)
}

function isOfDirectory(table: string): boolean {
  return (DIRECTORY_TABLES as readonly string[]).includes(table)
}

/** From here on the migrations of the bucket are its own. */
async function copyMigrations(tx: Tx, bucket: string): Promise<void> {
  for (const table of ['schema_migrations', 'schema_lock']) {
    await sql`create table ${sql.id(bucket, table)} (like ${sql.id(table)} including all)`.execute(tx)
    await sql`insert into ${sql.id(bucket, table)} select * from ${sql.id(table)}`.execute(tx)
  }
}

/** Citus copies the rows of tables to their nodes, and leaves those on the coordinator that nobody can see any more. */
async function removeLocalRows(tx: Tx): Promise<void> {
  await sql`
    select truncate_local_data_after_distributing_table(logicalrelid) from pg_catalog.pg_dist_partition`.execute(tx)
}

async function distribute(tx: Tx, bucket: string): Promise<void> {
  await sql`select citus_schema_distribute(${bucket}::regnamespace)`.execute(tx)
}
