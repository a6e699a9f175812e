import { sql } from 'kysely'
import type { Checkpoint } from '../../model/sync.ts'
import type { PageContext } from './page-context.ts'

/** A page of calendars, as needed to find the events that are missing from it. */
export interface ReceivedEvents {
  /** The time window of the page. */
  window: Checkpoint
  /** Blocks of the calendars on the page. */
  calendarIds: readonly string[]
  /** Keys of all blocks on the page. */
  keys: readonly string[]
  warnings: readonly string[]
}

/**
 * Marks stored events inside the window as cancelled when they are missing from the page. Events named in a warning could
 * not be read and are not cancelled. Returns the ids of the cancelled blocks.
 */
export async function cancelMissingEvents(page: PageContext, presence: ReceivedEvents): Promise<string[]> {
  const { dateStart, dateEnd } = presence.window
  if (dateStart === undefined || dateEnd === undefined || presence.calendarIds.length === 0) return []
  // Only events synced by this connection: another one may see more of the same calendar.
  const { rows } = await sql<{ block_id: string; external_key: string }>`
    select block_id, external_key from blocks
    where tenant_id = ${page.tenantId} and parent_id = any(${presence.calendarIds}::uuid[])
      and connection_id = ${page.connectionId} and block_type = 'event' and status is distinct from 'cancelled'
      and date_start > ${dateStart} and date_end < ${dateEnd}
      and external_key <> all(${presence.keys}::text[])`.execute(page.tx)
  const missing = rows.filter(({ external_key }) => !isNamedInWarnings(external_key, presence.warnings))
  return markCancelled(
    page,
    missing.map(({ block_id }) => block_id),
  )
}

/** Warnings name an event by its id or by the last segment of it, the vendor's own id. */
function isNamedInWarnings(key: string, warnings: readonly string[]): boolean {
  const vendorId = key.slice(key.lastIndexOf('/') + 1)
  return warnings.some((warning) => warning.includes(vendorId))
}

/** Clears the content hash, so that an event that reappears is written again. */
async function markCancelled(page: PageContext, blockIds: string[]): Promise<string[]> {
  if (blockIds.length === 0) return []
  await sql`
    update blocks set status = 'cancelled', content_hash = null, version = version + 1, date_updated = ${page.now}
    where tenant_id = ${page.tenantId} and block_id = any(${blockIds}::uuid[])`.execute(page.tx)
  return blockIds
}
