import { type RawBuilder, sql } from 'kysely'
import type { Send } from '../../postgres/pipelining.ts'
import type { RecipientRow } from '../../sharing.ts'

/**
 * Copies the dates and archived flags of changed blocks to their sharing rows, those of the owner and those of all
 * recipients. The statements are sent, but not awaited.
 */
export function copyBlockColumns(send: Send, tenantId: string, blockIds: readonly string[]): void {
  const copy = (isOfBlock: RawBuilder<unknown>) => sql`
    update sharing s set archived = b.archived, date_updated = b.date_updated, date_associated = b.date_associated
    from blocks b
    where b.tenant_id = ${tenantId} and b.block_id = any(${blockIds}::uuid[]) and ${isOfBlock} and s.block_id = b.block_id
      and (s.archived <> b.archived or s.date_updated <> b.date_updated or s.date_associated <> b.date_associated)`
  send(copy(sql`s.tenant_id = ${tenantId}`))
  send(copy(sql`s.block_tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id`))
}

/**
 * Selects who may see blocks of a tenant: the tenant itself, unless it has left the block, and the recipients. One who may
 * no longer see a block keeps the links they organized it with, but is none of them.
 */
export function selectReaders(tenantId: string, blockIds: readonly string[]): RawBuilder<RecipientRow> {
  const columns = sql.raw('s.tenant_id, s.block_tenant_id, s.block_id, s.block_type')
  const joined = sql.raw('sharing s join tenants reader on reader.tenant_id = s.tenant_id')
  // `is true` makes the planner look up links by block. All links of the reader's own tag are those to everything they see.
  const sees = sql.raw('(s.tag_id = reader.tag_id and s.shared) is true')
  return sql<RecipientRow>`
    select ${columns} from ${joined}
    where s.tenant_id = ${tenantId} and s.block_id = any(${blockIds}::uuid[]) and ${sees}
    union all
    select ${columns} from ${joined}
    where s.block_tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id and s.block_id = any(${blockIds}::uuid[])
      and ${sees}`
}
