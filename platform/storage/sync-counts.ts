import { sql } from 'kysely'
import type { SyncCount } from '../sync/health-metrics.ts'
import type { Database } from './database.ts'

/** How many syncs there are of each kind and health, of all tenants: of those that nobody has paused or stopped. */
export async function countSyncs(db: Database): Promise<SyncCount[]> {
  const { rows } = await sql<SyncCount>`
    select sync, health, count(*) as count from syncs where runnable group by sync, health`.execute(db)
  return rows
}
