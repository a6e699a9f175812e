import { sql } from 'kysely'
import { toTimeZone } from '../model/dates.ts'
import type { Tx } from './postgres/database.ts'

/** The time zone of a tenant: that of their first calendar, else UTC. */
export async function findTimeZone(tx: Tx, { tenantId }: { tenantId: string }): Promise<string> {
  const { rows } = await sql<{ zone: string | null }>`
    select detail ->> 'timeZone' as zone from blocks
    where tenant_id = ${tenantId} and block_type = 'calendar' and not archived
    order by date_created, block_id limit 1`.execute(tx)
  return toTimeZone(rows[0]?.zone ?? undefined)
}
