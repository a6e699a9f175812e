import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'

/** Of more tenants than these an index does not find anything faster for their being named. */
const MAX_OWNER_TENANTS = 64

/**
 * The tenants whose blocks the viewer may see: the viewer's own first. With them an index that begins with the tenant, or
 * holds it as a word, finds blocks of others too. Undefined: there are too many. Each is one look-up.
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
