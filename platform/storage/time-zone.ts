import { sql } from 'kysely'
import { toTimeZone } from '../model/dates.ts'
import type { Database } from './postgres/database.ts'

/**
 * The time zone of a tenant: that of the calendar that bears the address of a connected account, else that of most of their
 * calendars, because calendars of colleagues and other offices have zones of their own. UTC without calendars.
 */
export async function findTimeZone(db: Database, { tenantId }: { tenantId: string }): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select detail ->> 'timeZone' as zone from blocks
    where tenant_id = ${tenantId} and block_type = 'calendar' and not archived and detail ->> 'timeZone' is not null
    group by zone
    order by bool_or(lower(external_id) in (select lower(email) from connections where tenant_id = ${tenantId})) desc nulls last,
      count(*) desc, min(date_created), zone limit 1`.execute(db)
  return toTimeZone(rows[0]?.zone)
}
