import { sql } from 'kysely'
import { findKnown, type WrittenBlock, writeBlocks } from '../storage/ingest/blocks.ts'
import type { BlockDraft } from '../storage/ingest/mapping/new-block.ts'
import type { BlockKey, Edit } from '../storage/graph/access/mutation.ts'
import { insertLinks, linkBlocks, peopleBefore } from '../storage/ingest/participants.ts'
import type { PageContext } from '../storage/ingest/page-context.ts'
import { FREE_MAIL } from '../storage/runs/sync-store.ts'
import type { BlockType } from '../storage/postgres/tables/index.ts'
import type { SyncConnection } from '../model/sync.ts'

/** The connection by which something came. */
export type Source = Pick<SyncConnection, 'connectionId' | 'provider' | 'application'>

/**
 * Keeps something of a vendor's that a person has asked for as a block of theirs, and answers its id. What is known by
 * the same id is written anew, and comes back from the archive; what is known as something else stays what it is.
 */
export async function keepExternal(
  edit: Edit,
  source: Source,
  draft: BlockDraft,
  vendorTags: readonly string[] = [],
): Promise<string> {
  const page = pageOf(edit, source)
  const before = await findOne(page, draft)
  const people = await peopleBefore(page, before ? [before.block_id] : [])
  const [written] = await writeBlocks(page, [draft], () => undefined)
  const block = before ?? (await findOne(page, draft))
  if (!block) throw new Error(`the block of ${draft.key} was not written`)
  if (written) {
    await linkBlocks(page, [{ ...written, draft }], people)
    await linkVendorTags(page, block, written, vendorTags)
    tell(edit, block, written)
  }
  await restore(edit, block)
  for (const change of page.changes) edit.changedOther(change)
  return block.block_id
}

async function findOne(page: PageContext, { key }: BlockDraft): Promise<BlockKey | undefined> {
  const known = (await findKnown(page, [key])).get(key)
  return known && { tenant_id: page.tenantId, block_id: known.blockId, block_type: known.kind as BlockType }
}

/** What the functions that keep pages of syncs work with. */
export function pageOf({ tx, viewer, now }: Edit, source: Source): PageContext {
  const { connectionId, provider, application } = source
  return {
    ...{ tx, now, connectionId, provider, application, tenantId: viewer.tenantId, ownTagId: viewer.tagId },
    ...{ runId: '', accountEmail: '', freeMail: FREE_MAIL, changes: [] },
  }
}

function tell(edit: Edit, block: BlockKey, { version }: WrittenBlock): void {
  const isNew = version === 1
  edit.changed(block, isNew ? 'CREATED' : 'UPDATED')
  edit.relinked(block)
  if (isNew) edit.noted(block, { activity_type: 'CREATED' })
}

/** Whoever asks for it again wants to see it. */
export async function restore(edit: Edit, block: BlockKey): Promise<void> {
  const { rows } = await sql`
    update blocks set archived = false, date_updated = ${edit.now}, version = version + 1
    where tenant_id = ${block.tenant_id} and block_id = ${block.block_id} and archived
    returning block_id`.execute(edit.tx)
  if (rows.length === 0) return
  edit.changed(block, 'RESTORED')
  edit.noted(block, { activity_type: 'RESTORED' })
}

/** Tags that the vendor's objects of these ids are, as far as they are known: they organize it. */
async function linkVendorTags(
  page: PageContext,
  { block_id, block_type }: BlockKey,
  { archived, dateAssociated }: WrittenBlock,
  vendorTags: readonly string[],
): Promise<void> {
  if (vendorTags.length === 0) return
  const { rows } = await sql<{ tag_id: string }>`
    select distinct tag_id from external_id_links
    where tenant_id = ${page.tenantId} and provider = ${page.provider} and application = ${page.application}
      and external_id = any(${vendorTags}::text[])`.execute(page.tx)
  await insertLinks(
    page,
    rows.map(({ tag_id: tag }) => ({
      ...{ block: block_id, tag, kind: block_type, shared: false, level: 0, assigned: false },
      ...{ archived, date_associated: dateAssociated },
    })),
  )
}
