import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Something that has changed for a tenant. */
export interface Change {
  event_type: 'CREATED' | 'UPDATED' | 'ARCHIVED' | 'RESTORED' | 'SHARED' | 'UNSHARED'
  subject: 'block' | 'tag' | 'recommendation' | 'connection' | 'sync'
  subject_id: string
  subject_type?: string
  /** The tenant who did it; absent: a sync. */
  actor_id?: string
  detail?: Record<string, unknown>
}

/**
 * Appends to a tenant's feed of changes. The last thing a transaction does: it holds the tenant's row until the end,
 * which makes numbers appear in the order of the commits, and a short time so.
 */
export async function appendChanges(tx: Tx, tenantId: string, changes: readonly Change[], now: number): Promise<void> {
  if (changes.length === 0) return
  await sql`
    with numbered as (
      update tenants set sequence = sequence + ${changes.length} where tenant_id = ${tenantId}
      returning sequence - ${changes.length} as before
    )
    insert into change_events
      (tenant_id, sequence, event_type, subject, subject_id, subject_type, actor_id, detail, date)
    select ${tenantId}, before + ordinality, c.event_type, c.subject, c.subject_id, c.subject_type, c.actor_id, c.detail, ${now}
    from numbered, rows from (
      jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as (event_type text, subject text, subject_id uuid, subject_type text, actor_id uuid, detail jsonb)
    ) with ordinality as c (event_type, subject, subject_id, subject_type, actor_id, detail, ordinality)`.execute(tx)
}
