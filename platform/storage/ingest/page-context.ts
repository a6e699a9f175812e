import { type RawBuilder, sql } from 'kysely'
import type { ConnectionKey, Counters, Fence } from '../../model/sync.ts'
import { LeaseLost } from '../../model/sync-store.ts'
import type { Change } from '../changes.ts'
import type { Database, Tx } from '../postgres/database.ts'
import type { Send } from '../postgres/pipelining.ts'

/** The connection that the items of a page come from. */
export interface PageSource {
  provider: string
  application: string
  /** Address of the connected account. */
  accountEmail: string
  /** The address by which the tenant is known, which may be another. */
  tenantEmail: string
  /** The tenant's own person tag: it owns the blocks that the sync creates. */
  ownTagId: string
}

/** What the functions that save a page share, and the list of changes that they append to. */
export interface PageContext extends ConnectionKey, PageSource {
  tx: Tx
  /** Sends a statement without waiting for those before: see `Pipeline`. */
  send: Send
  now: number
  changes: Change[]
}

/** The context of a page of a sync. */
export interface SyncPageContext extends PageContext {
  /**
   * Resolves when the sync is locked; rejects with LeaseLost if the fence no longer holds. Statements that read are sent
   * before, the first one that writes afterwards.
   */
  locked: Promise<void>
}

/** The result of saving a page. */
export interface PageResult {
  counters: Counters
  warnings: string[]
}

/** Throws LeaseLost if the fence no longer holds. It may be lost later: `lockSync` decides. */
export async function findPageSource(db: Database, fence: Fence): Promise<PageSource> {
  const { rows } = await sql<PageSource>`${selectPageSource(fence)}`.execute(db)
  if (!rows[0]) throw new LeaseLost(fence)
  return rows[0]
}

/** A row with the columns of PageSource; none if the fence no longer holds. */
export function selectPageSource({ tenantId, connectionId, sync, token }: Fence): RawBuilder<PageSource> {
  return sql<PageSource>`
    select c.provider, c.application, coalesce(c.email, '') as "accountEmail", t.email as "tenantEmail",
      t.tag_id as "ownTagId"
    from syncs s
    join connections c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
    join tenants t on t.tenant_id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.connection_id = ${connectionId} and s.sync = ${sync} and s.token = ${token}`
}
