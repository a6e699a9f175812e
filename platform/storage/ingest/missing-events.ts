import { sql } from 'kysely'
import type { Checkpoint } from '../../model/sync.ts'
import type { PageContext } from './page-context.ts'

/** What a page of calendars says about the events that are not on it. */
export interface ReceivedEvents {
  window: Checkpoint
  /** Blocks of the calendars on the page. */
  calendarIds: readonly string[]
  keys: readonly string[]
  warnings: readonly string[]
}

/**
 * Events that lie inside the window that was read and are not there any more were cancelled. An event that a warning
 * names could not be read, which is something else. Answers the blocks it has marked.
 */
export async function cancelMissingEvents(page: PageContext, presence: ReceivedEvents): Promise<string[]> {
  const { dateStart, dateEnd } = presence.window
  if (dateStart === undefined || dateEnd === undefined || presence.calendarIds.length === 0) return []
  // Only what this connection has brought in: another one may be shown more of the same calendar.
  const { rows } = await sql<{ block_id: string; external_key: string }>`
    select block_id, external_key from blocks
    where tenant_id = ${page.tenantId} and parent_id = any(${presence.calendarIds}::uuid[])
      and connection_id = ${page.connectionId} and block_type = 'event' and status is distinct from 'cancelled'
      and date_start > ${dateStart} and date_end < ${dateEnd}
      and external_key <> all(${presence.keys}::text[])`.execute(page.tx)
  const vanished = rows.filter(({ external_key }) => !isNamedInWarnings(external_key, presence.warnings))
  return markCancelled(
    page,
    vanished.map(({ block_id }) => block_id),
  )
}

/** Warnings name an event by its id, or by the part of it that the vendor gave. */
function isNamedInWarnings(key: string, warnings: readonly string[]): boolean {
  const own = key.slice(key.lastIndexOf('/') + 1)
  return warnings.some((warning) => warning.includes(own))
}

/** Without its hash the event is written again should it come back. */
async function markCancelled(page: PageContext, blockIds: string[]): Promise<string[]> {
  if (blockIds.length === 0) return []
  await sql`
    update blocks set status = 'cancelled', content_hash = null, version = version + 1, date_updated = ${page.now}
    where tenant_id = ${page.tenantId} and block_id = any(${blockIds}::uuid[])`.execute(page.tx)
  return blockIds
}
