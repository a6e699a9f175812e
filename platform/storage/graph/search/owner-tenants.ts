import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'

/** With more tenants than this, listing them no longer makes an index lookup faster. */
const MAX_OWNER_TENANTS = 64

/**
 * Finds the tenants who own blocks that the viewer may see, the viewer first. Listing them lets indexes that begin with the
 * tenant find shared blocks too. Returns undefined if there are too many. Uses a loose index scan: one lookup per tenant.
 */
export async function findOwnerTenants(db: Database, { tenantId }: Viewer): Promise<string[] | undefined> {
  const next = (beyond: ReturnType<typeof sql>) => sql`(select s.block_tenant_id from sharing s
    where s.tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id ${beyond} order by s.block_tenant_id limit 1)`
  const { rows } = await sql<{ id: string }>`
    with recursive hosts (id) as (
      ${next(sql``)}
      union all
      select ${next(sql`and s.block_tenant_id > hosts.id`)} from hosts where hosts.id is not null
    )
    select id from hosts where id is not null limit ${MAX_OWNER_TENANTS}`.execute(db)
  return rows.length === MAX_OWNER_TENANTS ? undefined : [tenantId, ...rows.map(({ id }) => id)]
}
