import type { Table, Transcription } from '../../../../src/contract/index.ts'
import type { PageCommit, SyncItems } from '../../../model/sync-store.ts'
import { canonicalize } from '../reconcile.ts'
import { fromCalendar } from './calendar.ts'
import { fromEmail } from './email.ts'
import type { MappedPage, MappingContext, NewBlock } from './new-block.ts'
import { fromTable, hasId, type TableSource } from './table.ts'
import { fromTranscription, isReady } from './transcription.ts'

/** Pages of every sync but `identifier`, whose items are links of tags and no blocks. */
export type BlockItems = Exclude<SyncItems, { sync: 'identifier' }>

/** An index entry of PostgreSQL holds 2,700 bytes, of which the tenant, provider and application take some. */
const MAX_KEY_BYTES = 2_000

/**
 * The blocks of a page. An item is whatever has an id of its own, so a calendar and each of its events are items, a
 * table and each of its rows, a transcription and each of its tasks.
 */
export function toBlocks(
  { page, invalid, warnings }: PageCommit & { page: BlockItems },
  context: MappingContext,
): MappedPage {
  const result: MappedPage = { blocks: [], skipped: 0, failed: invalid, warnings: [...warnings] }
  for (const draft of mapItems(canonicalize(page), context, result)) {
    if (Buffer.byteLength(draft.key) <= MAX_KEY_BYTES) {
      result.blocks.push(draft)
    } else {
      result.failed += 1
      result.warnings.push(`an id of more than ${MAX_KEY_BYTES} bytes was left out: ${draft.key.slice(0, 60)}…`)
    }
  }
  return result
}

function mapItems(page: BlockItems, context: MappingContext, result: MappedPage): NewBlock[] {
  switch (page.sync) {
    case 'email':
      return page.items.map((email) => fromEmail(email, context))
    case 'calendar':
      return page.items.flatMap(fromCalendar)
    case 'transcription':
      return takeReady(page.items, result).flatMap(fromTranscription)
    case 'insight':
      return fromTables(
        page.items.flatMap(({ tables }) => tables),
        page.sync,
        result,
      )
    default:
      return fromTables(page.items, page.sync, result)
  }
}

function takeReady(items: readonly Transcription[], result: MappedPage): Transcription[] {
  const waiting = items.filter((item) => !isReady(item))
  result.skipped += waiting.length
  result.warnings.push(...waiting.map((item) => `${item.externalId} is left out: it is ${item.processingStage}`))
  return items.filter(isReady)
}

function fromTables(tables: readonly Table[], source: TableSource, result: MappedPage): NewBlock[] {
  for (const { externalId, records = [] } of tables) {
    const nameless = records.filter((record) => !hasId(record)).length
    result.failed += nameless
    if (nameless > 0) result.warnings.push(`${nameless} rows of ${externalId} are left out: they have no id`)
  }
  return tables.flatMap((table) => fromTable(table, source))
}
