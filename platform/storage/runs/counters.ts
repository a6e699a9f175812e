import { sql } from 'kysely'
import type { Counters } from '../../model/sync.ts'
import type { Tx } from '../postgres/database.ts'
import { toStorableJson } from '../text-normalization.ts'

/** Maximum number of warnings stored per page; further ones are only counted. */
const MAX_WARNINGS = 100
const MAX_WARNING_LENGTH = 500

/** Warnings in their stored form, limited in number and length, as JSON text. */
export function toWarningsJson(warnings: readonly string[]): string {
  const stored = warnings.slice(0, MAX_WARNINGS).map((text) => text.slice(0, MAX_WARNING_LENGTH))
  if (warnings.length > MAX_WARNINGS) stored.push(`and ${warnings.length - MAX_WARNINGS} more`)
  return toStorableJson(stored)
}

/** Adds the counters and warnings of a page to its run. A run that has MAX_WARNINGS warnings stores no more. */
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
