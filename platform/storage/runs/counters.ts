import { sql } from 'kysely'
import type { Counters } from '../../model/sync.ts'
import type { Tx } from '../postgres/database.ts'

/** A run keeps that many notes of a page; who repeats one thing a thousand times is understood. */
const MAX_WARNINGS = 100
const MAX_WARNING_LENGTH = 500

/** Warnings as they are kept, as jsonb text. */
export function toWarningsJson(warnings: readonly string[]): string {
  const kept = warnings.slice(0, MAX_WARNINGS).map((text) => text.slice(0, MAX_WARNING_LENGTH))
  if (warnings.length > MAX_WARNINGS) kept.push(`and ${warnings.length - MAX_WARNINGS} more`)
  return JSON.stringify(kept.map((text) => text.replaceAll('\0', '').toWellFormed()))
}

/** Adds a page to its run. After a hundred warnings a run takes no more. */
export async function addPageCounters(
  tx: Tx,
  { tenantId, runId }: { tenantId: string; runId: string },
  counters: Counters,
  warnings: readonly string[],
): Promise<void> {
  await sql`
    update sync_runs set pages = pages + 1, created = created + ${counters.created},
      updated = updated + ${counters.updated}, unchanged = unchanged + ${counters.unchanged},
      skipped = skipped + ${counters.skipped}, failed_count = failed_count + ${counters.failedCount},
      warnings = case when jsonb_array_length(warnings) >= ${MAX_WARNINGS} then warnings
        else warnings || ${toWarningsJson(warnings)}::jsonb end
    where tenant_id = ${tenantId} and run_id = ${runId}`.execute(tx)
}
