import { type RawBuilder, sql } from 'kysely'
import type { Fence } from '../../platform/model/sync.ts'
import type { Database, Tx } from '../../platform/storage/postgres/database.ts'
import { comparePlain, type PlainPage, upsertPlain, writeLinks } from './plain.ts'

/**
 * Plain SQL that writes every row that a saved page consists of, in one transaction: also the dates of links, the
 * progress of the sync and of its run, and the changes in the tenant's feed. It looks nothing up, creates no tags and
 * prepares nothing.
 */
export interface EveryRow {
  fence: Fence
  whole: PlainPage
  changed: PlainPage
  /** Epoch ms. */
  now: number
}

export function insertEveryRow(db: Database, { fence, whole, now }: EveryRow): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await upsertPlain(whole, now).execute(tx)
    await writeLinks(whole, now).execute(tx)
    await saveProgress(fence).execute(tx)
    await appendFeed(tx, fence.tenantId, 'CREATED', toIds(rows), now)
  })
}

/** Compares a page and writes what is different. Returns the number of items that differ. */
export async function updateEveryRow(db: Database, { fence, whole, changed, now }: EveryRow): Promise<number> {
  const different = await comparePlain(db, whole)
  if (different === 0) {
    await saveProgress(fence).execute(db)
    return 0
  }
  await db.transaction().execute(async (tx) => {
    const { rows } = await upsertPlain(changed, now).execute(tx)
    await sql`
      update sharing set date_updated = ${now} where tenant_id = ${fence.tenantId}
        and block_id = any(${toIds(rows)}::uuid[])`.execute(tx)
    await saveProgress(fence).execute(tx)
    await appendFeed(tx, fence.tenantId, 'UPDATED', toIds(rows), now)
  })
  return different
}

function toIds(rows: readonly { block_id: string }[]): string[] {
  return rows.map(({ block_id }) => block_id)
}

function saveProgress({ tenantId, connectionId, sync, token }: Fence): RawBuilder<unknown> {
  return sql`
    with moved as (
      update syncs set checkpoint = '{"cursor": "1"}'
      where tenant_id = ${tenantId} and connection_id = ${connectionId} and sync = ${sync} and token = ${token}
      returning run_id
    )
    update sync_runs r set pages = pages + 1, unchanged = unchanged + 1 from moved
    where r.tenant_id = ${tenantId} and r.run_id = moved.run_id`
}

async function appendFeed(tx: Tx, tenantId: string, event: string, ids: readonly string[], now: number) {
  await sql`
    with numbered as (
      update tenants set sequence = sequence + ${ids.length} where tenant_id = ${tenantId}
      returning sequence - ${ids.length} as before
    )
    insert into change_events (tenant_id, sequence, event_type, subject, subject_id, subject_type, date)
    select ${tenantId}, before + place, ${event}, 'block', id, 'email', ${now}
    from numbered, unnest(${ids}::uuid[]) with ordinality as c (id, place)`.execute(tx)
}
