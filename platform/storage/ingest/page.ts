import type { Counters, Fence } from '../../model/sync.ts'
import { addCounters, NO_COUNTS } from '../../model/sync.ts'
import type { PageCommit, SyncItems } from '../../model/sync-store.ts'
import { appendChanges } from '../changes.ts'
import { type Database, inTransaction } from '../postgres/database.ts'
import { addPageCounters } from '../runs/counters.ts'
import { syncSharesAndNotify } from '../sharing.ts'
import { findStoredBlocks, type StoredBlock, type WrittenBlock, writeBlocks } from './blocks.ts'
import { saveIdentifiers } from './identifiers.ts'
import { withCleanHtml } from './mapping/clean-html.ts'
import type { NewBlock } from './mapping/new-block.ts'
import { type BlockItems, toBlocks } from './mapping/to-blocks.ts'
import { cancelMissingEvents } from './missing-events.ts'
import { beginPage, type PageContext, type PageResult } from './page-context.ts'
import { findPreviousPeople, linkParticipants, type WrittenItem } from './participants.ts'
import { reconcile } from './reconcile.ts'
import { linkRecords } from './record-links.ts'
import { type FieldDescription, materializeSignals, refreshSignals } from './signals.ts'

export type BlockCommit = PageCommit & { page: BlockItems }

/** Keeps a page: all of it, what it makes of people and tables, its counters and the checkpoint, or nothing. */
export async function commitPage(
  db: Database,
  freeMail: ReadonlySet<string>,
  fence: Fence,
  commit: PageCommit,
  now: number,
): Promise<Counters> {
  return inTransaction(db, async (tx) => {
    const page = await beginPage(tx, fence, commit.checkpoint, freeMail, now)
    const kept = isBlockCommit(commit) ? await saveBlocks(page, commit) : await saveIdentifiers(page, commit)
    await addPageCounters(tx, page, kept.counters, kept.warnings)
    await appendChanges(tx, page.tenantId, page.changes, now)
    return kept.counters
  })
}

function isBlockCommit(commit: PageCommit): commit is BlockCommit {
  return (commit.page satisfies SyncItems).sync !== 'identifier'
}

async function saveBlocks(page: PageContext, commit: BlockCommit): Promise<PageResult> {
  const { blocks, skipped, failed, warnings } = toBlocks(commit, page)
  const known = await findStoredBlocks(
    page,
    blocks.map(({ key }) => key),
  )
  const decisions = reconcile(blocks, known)
  // Parts need the ids of what they are part of, which another worker may just have given.
  const isPart = ({ parentKey, originKey }: NewBlock) => parentKey !== undefined || originKey !== undefined
  const wholes = await writeAndLink(
    page,
    [...decisions.create, ...decisions.update].filter((draft) => !isPart(draft)),
    known,
  )
  const ids = await resolveBlockIds(page, known, wholes, blocks)
  const parts = await writeAndLink(page, [...decisions.create, ...decisions.update].filter(isPart), known, ids)
  const written = [...wholes, ...parts]
  await updateRelated(page, commit, blocks, written, ids)
  const counters = addCounters(countWritten(decisions, written), { ...NO_COUNTS, skipped, failedCount: failed })
  return { counters, warnings: [...warnings, ...decisions.warnings] }
}

/** Writes blocks and links them to their people. */
async function writeAndLink(
  page: PageContext,
  drafts: readonly NewBlock[],
  known: ReadonlyMap<string, StoredBlock>,
  ids: ReadonlyMap<string, string> = new Map(),
): Promise<WrittenItem[]> {
  if (drafts.length === 0) return []
  const before = await findPreviousPeople(
    page,
    drafts.flatMap(({ key }) => known.get(key)?.blockId ?? []),
  )
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]))
  const blocks = await writeBlocks(page, await withCleanHtml(drafts), (key) =>
    key === undefined ? undefined : ids.get(key),
  )
  const written = blocks.flatMap((block) => withSource(block, byKey.get(block.key)))
  await linkParticipants(page, written, before)
  return written
}

function withSource(block: WrittenBlock, draft: NewBlock | undefined): WrittenItem[] {
  return draft ? [{ ...block, item }] : []
}

/** The block of every key that parts refer to. */
async function resolveBlockIds(
  page: PageContext,
  known: ReadonlyMap<string, StoredBlock>,
  written: readonly WrittenBlock[],
  drafts: readonly NewBlock[],
): Promise<Map<string, string>> {
  const ids = new Map([...known].map(([key, { blockId }]) => [key, blockId]))
  for (const { key, blockId } of written) ids.set(key, blockId)
  const missing = new Set(drafts.flatMap(({ parentKey, originKey }) => parentKey ?? originKey ?? []))
  const unseen = [...missing].filter((key) => !ids.has(key))
  if (unseen.length > 0) for (const [key, { blockId }] of await findStoredBlocks(page, unseen)) ids.set(key, blockId)
  return ids
}

/** Everything that follows from what was written: cancelled events, signals, links of rows, guests, changes. */
async function updateRelated(
  page: PageContext,
  { page: { sync, items }, checkpoint, invalid, warnings }: BlockCommit,
  drafts: readonly NewBlock[],
  written: readonly WrittenItem[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const updated = written.filter(({ version }) => version > 1).map(({ blockId }) => blockId)
  const records = written.filter(({ item }) => item.kind === 'record')
  await linkRecords(page, { blockIds: records.map(({ blockId }) => blockId) })
  if (sync === 'insight') await materializeSignals(page, records, tablesByKey(drafts, ids))
  if (sync === 'table') await refreshSignals(page, updated)
  if (sync === 'calendar' && invalid === 0) {
    const calendarIds = items.flatMap(({ externalId }) => ids.get(externalId) ?? [])
    const keys = drafts.map(({ key }) => key)
    const cancelled = await cancelMissingEvents(page, { window: checkpoint, calendarIds, keys, warnings })
    page.changes.push(...cancelled.map((id) => blockChange('UPDATED', id, 'event')))
    updated.push(...cancelled)
  }
  await syncSharesAndNotify(page.tx, page.tenantId, updated, page.now)
  for (const { version, blockId, item } of written) {
    page.changes.push(blockChange(version === 1 ? 'CREATED' : 'UPDATED', blockId, item.kind))
  }
}

function blockChange(event_type: 'CREATED' | 'UPDATED', subject_id: string, subject_type: string) {
  return { event_type, subject: 'block', subject_id, subject_type } as const
}

function tablesByKey(drafts: readonly NewBlock[], ids: ReadonlyMap<string, string>) {
  const tables = drafts.filter(({ kind }) => kind === 'table')
  return new Map(
    tables.flatMap(({ key, detail }) => {
      const { fields } = detail.metadata as { fields: ({ name: string } & FieldDescription)[] }
      const blockId = ids.get(key)
      return blockId ? [[key, { blockId, fields: new Map(fields.map((field) => [field.name, field])) }] as const] : []
    }),
  )
}

/** What really happened: of two workers that bring the same item, one creates it and the other finds it unchanged. */
function countWritten(
  { create, update, counters }: { create: readonly unknown[]; update: readonly unknown[]; counters: Counters },
  written: readonly WrittenBlock[],
): Counters {
  const created = written.filter(({ version }) => version === 1).length
  const untouched = create.length + update.length - written.length
  return { ...counters, created, updated: written.length - created, unchanged: counters.unchanged + untouched }
}
