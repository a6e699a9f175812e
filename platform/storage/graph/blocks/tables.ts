import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import {
  allVisibleTo,
  type BlockRow,
  blockColumns,
  isVisible,
  type Viewer,
  visibleBlocks,
  visibleTo,
} from '../access/visibility.ts'
import { findOwnerTenants } from '../search/owner-tenants.ts'

/** Filters of tables, combined with AND; absent filters do not restrict. */
export interface TablesFilter extends PageRequest {
  tableId?: string
  /** The table or one of its records must be linked to one of these tags of the viewer. */
  tagIds?: readonly string[]
  /** The name of a provider or of an application, or `provider/application`. */
  provider?: string
  metadataType?: string
}

/** Lists tables that the viewer may see and that are not archived, the last changed first. */
export async function listTables(db: Database, viewer: Viewer, filter: TablesFilter): Promise<BlockRow[]> {
  const { tableId, tagIds, provider, metadataType, size, page } = filter
  const conditions = [
    areVisible(viewer, await findOwnerTenants(db, viewer)),
    ...(tableId === undefined ? [] : [sql<boolean>`v.block_id = ${tableId}`]),
    ...(provider === undefined
      ? []
      : [sql<boolean>`${provider} in (b.provider, b.application, b.provider || '/' || b.application)`]),
    ...(metadataType === undefined ? [] : [sql<boolean>`b.detail #>> '{metadata,metadataType}' = ${metadataType}`]),
    ...(tagIds ? [isLinkedTo(viewer, tagIds)] : []),
  ]
  const { rows } = await sql<BlockRow>`
    select ${blockColumns} from ${visibleBlocks}
    where ${allOf(conditions)}
    order by b.date_updated desc, b.block_id limit ${size} offset ${size * page}`.execute(db)
  return rows
}

/** Searches the tables of a few owners by the blocks' index; without a list of owners, everything the viewer may see. */
function areVisible(viewer: Viewer, ownerTenants: readonly string[] | undefined): RawBuilder<boolean> {
  if (!ownerTenants) return sql<boolean>`${allVisibleTo(viewer)} and v.block_type = 'table' and not v.archived`
  return sql<boolean>`b.tenant_id = any(${ownerTenants}::uuid[]) and b.block_type = 'table' and not b.archived
    and ${visibleTo(viewer)}`
}

function isLinkedTo(viewer: Viewer, tagIds: readonly string[]): RawBuilder<boolean> {
  const linked = sql`s.tenant_id = ${viewer.tenantId} and s.tag_id = any(${tagIds}::uuid[])`
  return sql<boolean>`v.block_id in (
    select s.block_id from sharing s where ${linked} and s.block_type = 'table'
    union all
    select r.parent_id from sharing s join blocks r on r.tenant_id = s.block_tenant_id and r.block_id = s.block_id
    where ${linked} and s.block_type = 'record' and not s.archived and ${isVisible(viewer)}
  )`
}
