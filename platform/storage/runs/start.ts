import { sql } from 'kysely'
import type { SyncName, Trigger } from '../../model/sync.ts'
import type { Database } from '../postgres/database.ts'

/** A sync that was claimed, and the run that its row names. */
interface ClaimedSync {
  tenant_id: string
  connection_id: string
  sync: SyncName
  run_id: string
  trigger: Trigger
}

/**
 * Writes the records of runs, and the worker of those that are resumed. `trigger` stands for those of the syncs. Returns what
 * has triggered each run, by its id.
 */
export async function startRuns(
  db: Database,
  claimed: readonly ClaimedSync[],
  worker: string,
  now: number,
  trigger: Trigger | undefined,
): Promise<Map<string, Trigger>> {
  const runs = claimed.map(({ tenant_id, run_id, connection_id, sync, ...row }) => {
    return { tenant_id, run_id, connection_id, sync, trigger: trigger ?? row.trigger }
  })
  const { rows } = await sql<{ run_id: string; trigger: Trigger }>`
    insert into sync_runs (tenant_id, run_id, connection_id, sync, trigger, state, worker, date_start)
    select r.tenant_id, r.run_id, r.connection_id, r.sync, r.trigger, 'running', ${worker}, ${now}
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
      as r (tenant_id uuid, run_id uuid, connection_id uuid, sync text, trigger text)
    on conflict (tenant_id, run_id) do update set worker = excluded.worker
    returning run_id, trigger`.execute(db)
  return new Map(rows.map((row) => [row.run_id, row.trigger]))
}
