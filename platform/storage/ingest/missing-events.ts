import { type RawBuilder, sql } from 'kysely'
import type { ConnectionKey } from '../../model/sync.ts'
import type { PageContext } from './page-context.ts'

/** The calendars on a page and the time window for which it is complete. */
export interface EventWindow {
  /** Epoch ms. */
  dateStart: number
  dateEnd: number
  /** Keys of the calendars on the page. */
  calendarKeys: readonly string[]
  /** Keys of all blocks on the page. */
  keys: readonly string[]
}

/**
 * Marks stored events inside the window as cancelled when they are missing from the page. Events named in a warning could
 * not be read and are not cancelled. Returns the ids of the cancelled blocks.
 */
export async function cancelMissingEvents(
  page: PageContext,
  window: EventWindow,
  warnings: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ block_id: string; external_key: string }>`
    with source as (select ${page.provider}::text as provider, ${page.application}::text as application)
    ${selectMissingEvents(page, window)}`.execute(page.tx)
  const missing = rows.filter(({ external_key }) => !isNamedInWarnings(external_key, warnings))
  return markCancelled(
    page,
    missing.map(({ block_id }) => block_id),
  )
}

/**
 * Events that are missing from a page: only those synced by this connection, because another one may see more of the same
 * calendar. The statement has a table `source` with the provider and the application of the calendars.
 */
export function selectMissingEvents(
  { tenantId, connectionId }: ConnectionKey,
  { dateStart, dateEnd, calendarKeys, keys }: EventWindow,
): RawBuilder<unknown> {
  return sql`
    select e.block_id, e.external_key from source
    join blocks c on c.tenant_id = ${tenantId} and c.provider = source.provider
      and c.application = source.application and c.external_key = any(${calendarKeys}::text[])
    join blocks e on e.tenant_id = ${tenantId} and e.parent_id = c.block_id
    where e.connection_id = ${connectionId} and e.block_type = 'event' and e.status is distinct from 'cancelled'
      and e.date_start > ${dateStart} and e.date_end < ${dateEnd} and e.external_key <> all(${keys}::text[])`
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
