import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'

/** With more tenants than this, listing them no longer makes an index lookup faster. */
const MAX_OWNER_TENANTS = 64

/**
 * Finds the tenants who own blocks that the viewer may see, the viewer first. Listing them lets indexes that begin with the
 * tenant find shared blocks too. Returns undefined if there are too many.
 */
export async function findOwnerTenants(db: Database, viewer: Viewer): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`${hostTenants(viewer)}`.execute(db)
  return rows.length === MAX_OWNER_TENANTS ? undefined : [viewer.tenantId, ...rows.map(({ id }) => id)]
}

/** An array of the viewer's tenant and of the first 64 others who own blocks that the viewer may see. */
export function ownerTenants(viewer: Viewer): RawBuilder<string[]> {
  return sql`(array[${viewer.tenantId}::uuid] || array(${hostTenants(viewer)}))`
}

/** Selects the other tenants with a loose index scan: one lookup per tenant. */
function hostTenants({ tenantId }: Viewer) {
  const next = (beyond: RawBuilder<unknown>) => sql`(select s.block_tenant_id from sharing s
    where s.tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id ${beyond} order by s.block_tenant_id limit 1)`
  return sql`
    with recursive hosts (id) as (
      ${next(sql``)}
      union all
      select ${next(sql`and s.block_tenant_id > hosts.id`)} from hosts where hosts.id is not null
    )
    select id from hosts where id is not null limit ${MAX_OWNER_TENANTS}`
}
