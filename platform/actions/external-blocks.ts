import { sql } from 'kysely'
import type { SyncConnection } from '../model/sync.ts'
import type { BlockKey, Mutation } from '../storage/graph/access/mutation.ts'
import { loadTenantEmail } from '../storage/graph/access/shares.ts'
import { findStoredBlocks, type WrittenBlock, writeBlocks } from '../storage/ingest/blocks.ts'
import type { NewBlock } from '../storage/ingest/mapping/new-block.ts'
import type { PageContext } from '../storage/ingest/page-context.ts'
import { findParticipants, insertLinks, linkParticipants } from '../storage/ingest/participants.ts'
import type { BlockType } from '../storage/postgres/tables/index.ts'

/** The connection from which an object was fetched. */
export type ConnectionSource = Pick<SyncConnection, 'connectionId' | 'provider' | 'application'>

/**
 * Creates or updates the block of a vendor object that the viewer requested, and returns its id. An existing block with
 * the same key is updated and restored from the archive, but keeps its type.
 */
export async function upsertExternalBlock(
  mutation: Mutation,
  source: ConnectionSource,
  item: NewBlock,
  vendorTags: readonly string[] = [],
): Promise<string> {
  // Whether the block is the tenant's own depends on it.
  const tenantEmail = item.creator ? await loadTenantEmail(mutation, mutation.viewer.tenantId) : ''
  const page = { ...toPageContext(mutation, source), tenantEmail }
  const existing = await findExisting(page, item)
  const participants = await findParticipants(page, [item], existing ? [existing.block_id] : [])
  const [written] = await writeBlocks(page, [item], () => undefined)
  const block = existing ?? (await findExisting(page, item))
  if (!block) throw new Error(`the block of ${item.key} was not written`)
  if (written) {
    await linkParticipants(page, [{ ...written, item }], participants)
    await linkVendorTags(page, block, written, vendorTags)
    recordWrite(mutation, block, written)
  }
  await restoreBlock(mutation, block)
  for (const change of page.changes) mutation.recordTenantChange(change)
  return block.block_id
}

async function findExisting(page: PageContext, { key }: NewBlock): Promise<BlockKey | undefined> {
  const stored = (await findStoredBlocks(page, [key])).get(key)
  return stored && { tenant_id: page.tenantId, block_id: stored.blockId, block_type: stored.kind as BlockType }
}

/** Creates the context that the functions for pages of syncs expect, without addresses. The caller must record its `changes`. */
export function toPageContext({ tx, send, viewer, now }: Mutation, source: ConnectionSource): PageContext {
  const { connectionId, provider, application } = source
  return {
    tx,
    send,
    now,
    connectionId,
    provider,
    application,
    tenantId: viewer.tenantId,
    ownTagId: viewer.tagId,
    accountEmail: '',
    tenantEmail: '',
    changes: [],
  }
}

function recordWrite(mutation: Mutation, block: BlockKey, { version }: WrittenBlock): void {
  const isNew = version === 1
  mutation.recordChange(block, isNew ? 'CREATED' : 'UPDATED')
  mutation.recordShareChange(block)
  if (isNew) mutation.recordActivity(block, { activity_type: 'CREATED' })
}

/** Restores a block from the archive: a user who requests it wants to see it. */
export async function restoreBlock(mutation: Mutation, block: BlockKey): Promise<void> {
  const { rows } = await sql`
    update blocks set archived = false, date_updated = ${mutation.now}, version = version + 1
    where tenant_id = ${block.tenant_id} and block_id = ${block.block_id} and archived
    returning block_id`.execute(mutation.tx)
  if (rows.length === 0) return
  mutation.recordChange(block, 'RESTORED')
  mutation.recordActivity(block, { activity_type: 'RESTORED' })
}

/** Links the block to the tags that have these vendor ids. The links share nothing. */
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
  insertLinks(
    page,
    rows.map(({ tag_id: tag }) => ({
      block: block_id,
      tag,
      kind: block_type,
      shared: false,
      level: 0,
      assigned: false,
      archived,
      date_associated: dateAssociated,
    })),
  )
}
