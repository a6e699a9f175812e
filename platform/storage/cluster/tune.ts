import { sql } from 'kysely'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'
import { disableStatisticsOf, listUntunedTables } from '../postgres/dialect.ts'

/** Tunes the tables that a migration has added to the bucket of the connections. */
export async function tuneTables(db: Database): Promise<void> {
  for (const name of await listUntunedTables(db)) await inTransaction(db, (tx) => tuneTable(tx, name))
}

/**
 * Citus refuses the statement for a table of a bucket as a whole, so it is executed for the coordinator's own description of the
 * table, which a move copies, and for the table on its node.
 */
async function tuneTable(tx: Tx, name: string): Promise<void> {
  await sql`set local citus.enable_ddl_propagation = off`.execute(tx)
  await disableStatisticsOf(tx, name)
  const command = 'alter table %s alter column tenant_id set statistics 0'
  const { rows } = await sql<{ success: boolean; result: string }>`
    select success, result from run_command_on_shards(${name}::regclass, ${command})`.execute(tx)
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`the statistics of ${name} cannot be switched off: ${failed.result}`)
}
