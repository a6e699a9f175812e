import { type RawBuilder, sql } from 'kysely'
import type { Checkpoint, Counters, Fence } from '../../model/sync.ts'
import { LeaseLost } from '../../model/sync-store.ts'
import type { Send } from '../postgres/pipelining.ts'
import { toStorableJson } from '../text-normalization.ts'
import { toCheckpointJson } from './checkpoints.ts'

/** Maximum number of warnings stored per page; further ones are only counted. */
const MAX_WARNINGS = 100
const MAX_WARNING_LENGTH = 500

/** Warnings in their stored form, limited in number and length, as JSON text. */
export function toWarningsJson(warnings: readonly string[]): string {
  const stored = warnings.slice(0, MAX_WARNINGS).map((text) => text.slice(0, MAX_WARNING_LENGTH))
  if (warnings.length > MAX_WARNINGS) stored.push(`and ${warnings.length - MAX_WARNINGS} more`)
  return toStorableJson(stored)
}

/** What a page adds to its run, and where the run continues after it. */
export interface PageProgress {
  checkpoint: Checkpoint
  counters: Counters
  warnings: readonly string[]
}

/** Locks a sync until the end of the transaction, so that it keeps its fence. Throws LeaseLost if the fence no longer holds. */
export async function lockSync(send: Send, fence: Fence): Promise<void> {
  const { tenantId, connectionId, sync, token } = fence
  const rows = await send(sql`
    select 1 from syncs
    where tenant_id = ${tenantId} and connection_id = ${connectionId} and sync = ${sync} and token = ${token}
    for update`)
  if (rows.length === 0) throw new LeaseLost(fence)
}

/**
 * Moves the checkpoint of a run and adds the counters and warnings of the page to the run. Throws LeaseLost if the fence no
 * longer holds.
 */
export async function saveProgress(send: Send, fence: Fence, progress: PageProgress): Promise<void> {
  const rows = await send(sql`
    with ${saveProgressIf(fence, progress, sql`true`)}
    select 1 from counted`)
  if (rows.length === 0) throw new LeaseLost(fence)
}

/**
 * The same as a part of a statement, on a condition. Its table `counted` has one row if the condition and the fence held,
 * otherwise none. A run that has MAX_WARNINGS warnings stores no more.
 */
export function saveProgressIf(
  { tenantId, connectionId, sync, token }: Fence,
  { checkpoint, counters, warnings }: PageProgress,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    moved as (
      update syncs set checkpoint = ${toCheckpointJson(checkpoint)}::jsonb
      where tenant_id = ${tenantId} and connection_id = ${connectionId} and sync = ${sync} and token = ${token}
        and ${condition}
      returning run_id
    ),
    counted as (
      update sync_runs r set pages = r.pages + 1, created = r.created + ${counters.created},
        updated = r.updated + ${counters.updated}, unchanged = r.unchanged + ${counters.unchanged},
        skipped = r.skipped + ${counters.skipped}, failed_count = r.failed_count + ${counters.failedCount},
        warnings = case when jsonb_array_length(r.warnings) >= ${MAX_WARNINGS} then r.warnings
          else r.warnings || ${toWarningsJson(warnings)}::jsonb end
      from moved where r.tenant_id = ${tenantId} and r.run_id = moved.run_id
      returning r.run_id
    )`
}
