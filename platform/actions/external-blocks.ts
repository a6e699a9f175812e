import { sql } from 'kysely'
import type { SyncConnection } from '../model/sync.ts'
import { FREE_MAIL_DOMAINS } from '../storage/free-mail-domains.ts'
import type { BlockKey, Mutation } from '../storage/graph/access/mutation.ts'
import { findStoredBlocks, type WrittenBlock, writeBlocks } from '../storage/ingest/blocks.ts'
import type { NewBlock } from '../storage/ingest/mapping/new-block.ts'
import type { PageContext } from '../storage/ingest/page-context.ts'
import { findPreviousPeople, insertLinks, linkParticipants } from '../storage/ingest/participants.ts'
import type { BlockType } from '../storage/postgres/tables/index.ts'

/** The connection by which something came. */
export type ConnectionSource = Pick<SyncConnection, 'connectionId' | 'provider' | 'application'>

/**
 * Keeps something of a vendor's that a person has asked for as a block of theirs, and answers its id. What is known by
 * the same id is written anew, and comes back from the archive; what is known as something else stays what it is.
 */
export async function upsertExternalBlock(
  mutation: Mutation,
  source: ConnectionSource,
  draft: NewBlock,
  vendorTags: readonly string[] = [],
): Promise<string> {
  const page = toPageContext(mutation, source)
  const before = await findExisting(page, draft)
  const people = await findPreviousPeople(page, before ? [before.block_id] : [])
  const [written] = await writeBlocks(page, [draft], () => undefined)
  const block = before ?? (await findExisting(page, draft))
  if (!block) throw new Error(`the block of ${draft.key} was not written`)
  if (written) {
    await linkParticipants(page, [{ ...written, item: draft }], people)
    await linkVendorTags(page, block, written, vendorTags)
    recordWrite(mutation, block, written)
  }
  await restoreBlock(mutation, block)
  for (const change of page.changes) mutation.recordTenantChange(change)
  return block.block_id
}

async function findExisting(page: PageContext, { key }: NewBlock): Promise<BlockKey | undefined> {
  const known = (await findStoredBlocks(page, [key])).get(key)
  return known && { tenant_id: page.tenantId, block_id: known.blockId, block_type: known.kind as BlockType }
}

/** What the functions that keep pages of syncs work with. */
export function toPageContext({ tx, viewer, now }: Mutation, source: ConnectionSource): PageContext {
  const { connectionId, provider, application } = source
  return {
    ...{ tx, now, connectionId, provider, application, tenantId: viewer.tenantId, ownTagId: viewer.tagId },
    ...{ runId: '', accountEmail: '', freeMailDomains: FREE_MAIL_DOMAINS, changes: [] },
  }
}

function recordWrite(mutation: Mutation, block: BlockKey, { version }: WrittenBlock): void {
  const isNew = version === 1
  mutation.recordChange(block, isNew ? 'CREATED' : 'UPDATED')
  mutation.recordShareChange(block)
  if (isNew) mutation.recordActivity(block, { activity_type: 'CREATED' })
}

/** Whoever asks for it again wants to see it. */
export async function restoreBlock(mutation: Mutation, block: BlockKey): Promise<void> {
  const { rows } = await sql`
    update blocks set archived = false, date_updated = ${mutation.now}, version = version + 1
    where tenant_id = ${block.tenant_id} and block_id = ${block.block_id} and archived
    returning block_id`.execute(mutation.tx)
  if (rows.length === 0) return
  mutation.recordChange(block, 'RESTORED')
  mutation.recordActivity(block, { activity_type: 'RESTORED' })
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
