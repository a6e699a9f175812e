import { sql } from 'kysely'
import type { Checkpoint, ConnectionKey, Counters, Fence } from '../../model/sync.ts'
import { LeaseLost } from '../../model/sync-store.ts'
import type { Change } from '../changes.ts'
import type { Tx } from '../postgres/database.ts'
import { toCheckpointJson } from '../runs/checkpoints.ts'

/** What the functions that save a page share, and the list of changes that they append to. */
export interface PageContext extends ConnectionKey {
  tx: Tx
  now: number
  runId: string
  provider: string
  application: string
  /** Address of the connected account. */
  accountEmail: string
  /** The tenant's own person tag: it owns the blocks that the sync creates. */
  ownTagId: string
  changes: Change[]
}

/** The result of saving a page. */
export interface PageResult {
  counters: Counters
  warnings: string[]
}

interface PageRow {
  run_id: string
  provider: string
  application: string
  email: string | null
  tag_id: string
}

/** Moves the checkpoint, which locks the sync until the commit. Throws LeaseLost if the fence no longer holds. */
export async function beginPage(tx: Tx, fence: Fence, checkpoint: Checkpoint, now: number): Promise<PageContext> {
  const { tenantId, connectionId, sync, token } = fence
  const { rows } = await sql<PageRow>`
    update syncs s set checkpoint = ${toCheckpointJson(checkpoint)}::jsonb
    from connections c, tenants t
    where s.tenant_id = ${tenantId} and s.connection_id = ${connectionId} and s.sync = ${sync} and s.token = ${token}
      and c.tenant_id = s.tenant_id and c.connection_id = s.connection_id and t.tenant_id = s.tenant_id
    returning s.run_id, c.provider, c.application, c.email, t.tag_id`.execute(tx)
  const [row] = rows
  if (!row) throw new LeaseLost(fence)
  return {
    tx,
    tenantId,
    connectionId,
    now,
    changes: [],
    runId: row.run_id,
    provider: row.provider,
    application: row.application,
    accountEmail: row.email ?? '',
    ownTagId: row.tag_id,
  }
}
