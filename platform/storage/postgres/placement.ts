import { sql } from 'kysely'
import { type Database, inTransaction, type Tx } from './database.ts'
import { disableStatisticsOf, listUntunedTables } from './dialect.ts'

/** The extension that distributes schemas over several servers. */
const EXTENSION = 'citus'

const placed = new WeakSet<Database>()

/** Whether the schema of the connections is placed on a node of a cluster. Known after `placeSchema`. */
export function isPlaced(db: Database): boolean {
  return placed.has(db)
}

/**
 * Places the schema of the connections on one node of the cluster, with all of its tables, if the database belongs to a
 * cluster of Citus and the schema is not there yet. Citus does not place `public`. Must run outside of transactions, after
 * the migrations: on tables that are placed, not every statement of them is allowed.
 */
export async function placeSchema(db: Database): Promise<void> {
  const placement = await findPlacement(db)
  if (placement === 'none') return
  if (placement === 'placeable') await distribute(db)
  for (const name of await listUntunedTables(db)) await inTransaction(db, (tx) => tunePlaced(tx, name))
  placed.add(db)
}

/**
 * Tunes a table that a migration has added to a placed schema. Citus refuses the statement for such a table as a whole, so
 * it is executed for the entrance's own description of the table, which a move copies, and for the table on its node.
 */
async function tunePlaced(tx: Tx, name: string): Promise<void> {
  await sql`set local citus.enable_ddl_propagation = off`.execute(tx)
  await disableStatisticsOf(tx, name)
  const command = 'alter table %s alter column tenant_id set statistics 0'
  const { rows } = await sql<{ success: boolean; result: string }>`
    select success, result from run_command_on_shards(${name}::regclass, ${command})`.execute(tx)
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`the statistics of ${name} cannot be switched off: ${failed.result}`)
}

/** Several programs may do so at the same time. */
async function distribute(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Copying the tables of a large schema takes longer than a statement of the platform may.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await sql`select citus_schema_distribute(current_schema()::regnamespace)`.execute(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

type Placement = 'none' | 'placeable' | 'placed'

/** Whether the schema of the connections is placed on a node of a cluster; `none` where there is no cluster. */
async function findPlacement(db: Database): Promise<Placement> {
  const { rows: extensions } = await sql`select 1 from pg_extension where extname = ${EXTENSION}`.execute(db)
  if (extensions.length === 0) return 'none'
  const { rows } = await sql<{ placement: Placement }>`
    select case when exists (select 1 from pg_catalog.pg_dist_schema where schemaid = current_schema()::regnamespace) then 'placed'
      when current_schema() = 'public' then 'none' else 'placeable' end as placement`.execute(db)
  return rows[0]?.placement ?? 'none'
}
