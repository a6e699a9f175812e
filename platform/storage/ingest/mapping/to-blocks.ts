import type { Email, Table } from '../../../../src/contract/index.ts'
import type { PageCommit, SyncItems } from '../../../model/sync-store.ts'
import { canonicalize } from '../canonical-form.ts'
import { fromCalendar } from './calendar.ts'
import { fromEmail } from './email.ts'
import type { MappedPage, MappingContext, NewBlock } from './new-block.ts'
import { fromTable, hasId, type TableSource } from './table.ts'
import { fromTranscription } from './transcription.ts'

/** Pages of all syncs except `identifier`, whose items become external id links and not blocks. */
export type BlockItems = Exclude<SyncItems, { sync: 'identifier' }>

export type BlockCommit = PageCommit & { page: BlockItems }

/** An index entry holds 2,700 bytes, including the tenant, provider and application. */
const MAX_KEY_BYTES = 2_000

/**
 * Maps a page to blocks. Everything with an id of its own counts as an item: a calendar and each of its events, a table
 * and each of its records, a transcription and each of its tasks.
 */
export function toBlocks(commit: BlockCommit, context: MappingContext): MappedPage {
  const result = createResult(commit)
  return addBlocks(result, mapItems(canonicalize(commit.page), context, result))
}

/** A mail in canonical form, except for the order of its keys, and its content hash. */
export interface HashedMail {
  email: Email
  hash: string
}

/** The same for some mails of a page. */
export function toMailBlocks(commit: BlockCommit, mails: readonly HashedMail[], context: MappingContext): MappedPage {
  return addBlocks(
    createResult(commit),
    mails.map(({ email, hash }) => fromEmail(email, context, hash)),
  )
}

function createResult({ invalid, skipped, warnings }: BlockCommit): MappedPage {
  return { blocks: [], unchanged: 0, skipped, failed: invalid, warnings: [...warnings] }
}

function addBlocks(result: MappedPage, blocks: readonly NewBlock[]): MappedPage {
  for (const block of blocks) {
    if (Buffer.byteLength(block.key) <= MAX_KEY_BYTES) {
      result.blocks.push(block)
    } else {
      result.failed += 1
      result.warnings.push(`skipped an item whose id is longer than ${MAX_KEY_BYTES} bytes: ${block.key.slice(0, 60)}…`)
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
      return page.items.flatMap((transcription) => fromTranscription(transcription, context))
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

function fromTables(tables: readonly Table[], source: TableSource, result: MappedPage): NewBlock[] {
  for (const { externalId, records = [] } of tables) {
    const withoutId = records.filter((record) => !hasId(record)).length
    result.failed += withoutId
    if (withoutId > 0) result.warnings.push(`skipped ${withoutId} records of ${externalId} without an id`)
  }
  return tables.flatMap((table) => fromTable(table, source))
}
