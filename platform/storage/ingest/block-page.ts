import { addCounters, type Counters, NO_COUNTS } from '../../model/sync.ts'
import { findStoredBlocks, type StoredBlocks, type WrittenBlock, writeBlocks } from './blocks.ts'
import type { ChangedPage } from './comparable-page.ts'
import type { NewBlock } from './mapping/new-block.ts'
import type { BlockCommit } from './mapping/to-blocks.ts'
import { cancelMissingEvents, type EventWindow } from './missing-events.ts'
import type { PageContext, PageResult, SyncPageContext } from './page-context.ts'
import { findParticipants, linkParticipants, type WrittenItem } from './participants.ts'
import { type KeyedItem, reconcile } from './reconcile.ts'
import { linkRecords } from './record-links.ts'
import { type Saving, saveAsBatch } from './save-separately.ts'
import { type FieldDescription, materializeSignals, refreshSignals } from './signals.ts'

/** Saves the items of a page that become blocks. */
export async function saveBlocks(
  page: SyncPageContext,
  commit: BlockCommit,
  { blocks, stored, unchanged, skipped, failed, warnings }: ChangedPage,
  saving: Saving,
): Promise<PageResult> {
  // An event that is missing because it could not be saved has not been cancelled.
  const window = saving === saveAsBatch ? findEventWindow(commit, blocks) : undefined
  const result = await saving(page, blocks, (part) =>
    saveMapped(page, commit, { blocks: part, page: blocks, stored, window }),
  )
  const counters = addCounters(result.counters, { ...NO_COUNTS, unchanged, skipped, failedCount: failed })
  return { counters, warnings: [...warnings, ...result.warnings] }
}

/** The calendars of a page that is complete for its time window; undefined for any other page. */
export function findEventWindow(
  { page: { sync }, checkpoint: { dateStart, dateEnd }, invalid }: BlockCommit,
  items: readonly KeyedItem[],
): EventWindow | undefined {
  if (sync !== 'calendar' || invalid > 0 || dateStart === undefined || dateEnd === undefined) return undefined
  const calendars = items.filter(({ kind }) => kind === 'calendar')
  if (calendars.length === 0) return undefined
  return { dateStart, dateEnd, calendarKeys: calendars.map(({ key }) => key), keys: items.map(({ key }) => key) }
}

/** Blocks of a page that are saved together. */
interface PagePart {
  blocks: readonly NewBlock[]
  /** All blocks of the page. */
  page: readonly NewBlock[]
  /** The stored blocks of the page. Absent: to be looked up. */
  stored: StoredBlocks | undefined
  /** Present if these are all items of a page of calendars. */
  window: EventWindow | undefined
}

async function saveMapped(page: SyncPageContext, commit: BlockCommit, part: PagePart): Promise<PageResult> {
  const { blocks } = part
  const keys = blocks.map(({ key }) => key)
  const stored = part.stored ?? (await findStoredBlocks(page, keys))
  const decisions = reconcile(blocks, stored)
  // Children need the ids of their parents, which another worker may have just created.
  const changed = [...decisions.create, ...decisions.update]
  const isChild = ({ parentKey, originKey }: NewBlock) => parentKey !== undefined || originKey !== undefined
  const parents = await writeAndLink(
    page,
    changed.filter((block) => !isChild(block)),
    stored,
  )
  const ids = await resolveBlockIds(page, stored, parents, part.page)
  // The block that a child belongs to may have been omitted.
  const { true: attached = [], false: orphaned = [] } = Object.groupBy(changed.filter(isChild), (child) =>
    ids.has(child.parentKey ?? child.originKey ?? '') ? 'true' : 'false',
  )
  const children = await writeAndLink(page, attached, stored, ids)
  const written = [...parents, ...children]
  await updateRelated(page, commit, part, written, ids)
  return {
    counters: countWritten(decisions, written, orphaned.length),
    warnings: [...decisions.warnings, ...orphaned.map(toWarning)],
  }
}

function toWarning({ key, parentKey, originKey }: NewBlock): string {
  return `${key} was omitted, because ${parentKey ?? originKey} was`
}

/** Writes blocks and links them to their participants. */
async function writeAndLink(
  page: SyncPageContext,
  blocks: readonly NewBlock[],
  stored: StoredBlocks,
  ids: ReadonlyMap<string, string> = new Map(),
): Promise<WrittenItem[]> {
  if (blocks.length === 0) return []
  const storedIds = blocks.flatMap(({ key }) => stored.get(key)?.blockId ?? [])
  const [participants] = await Promise.all([findParticipants(page, blocks, storedIds), page.locked])
  const itemsByKey = new Map(blocks.map((block) => [block.key, block]))
  const writtenBlocks = await writeBlocks(page, blocks, (key) => (key === undefined ? undefined : ids.get(key)))
  const written = writtenBlocks.flatMap((block) => withItem(block, itemsByKey.get(block.key)))
  await linkParticipants(page, written, participants)
  return written
}

function withItem(block: WrittenBlock, item: NewBlock | undefined): WrittenItem[] {
  return item ? [{ ...block, item }] : []
}

/** The block ids of all keys that children refer to. */
async function resolveBlockIds(
  page: PageContext,
  stored: StoredBlocks,
  written: readonly WrittenBlock[],
  blocks: readonly NewBlock[],
): Promise<Map<string, string>> {
  const ids = new Map([...stored].map(([key, { blockId }]) => [key, blockId]))
  for (const { key, blockId } of written) ids.set(key, blockId)
  const referenced = new Set(blocks.flatMap(({ parentKey, originKey }) => parentKey ?? originKey ?? []))
  const missing = [...referenced].filter((key) => !ids.has(key))
  if (missing.length > 0) for (const [key, { blockId }] of await findStoredBlocks(page, missing)) ids.set(key, blockId)
  return ids
}

/** Updates what depends on the written blocks: links of records, signals, cancelled events, and the changes to append. */
async function updateRelated(
  page: SyncPageContext,
  { page: { sync }, warnings }: BlockCommit,
  { page: blocks, window }: PagePart,
  written: readonly WrittenItem[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const updated = written.filter(({ version }) => version > 1).map(({ blockId }) => blockId)
  const records = written.filter(({ item }) => item.kind === 'record')
  await linkRecords(page, { blockIds: records.map(({ blockId }) => blockId) })
  if (sync === 'insight') await materializeSignals(page, records, tablesByKey(blocks, ids))
  if (sync === 'table') await refreshSignals(page, updated)
  if (window) {
    await page.locked
    const cancelled = await cancelMissingEvents(page, window, warnings)
    page.changes.push(...cancelled.map((id) => blockChange('UPDATED', id, 'event')))
  }
  for (const { version, blockId, item } of written) {
    page.changes.push(blockChange(version === 1 ? 'CREATED' : 'UPDATED', blockId, item.kind))
  }
}

function blockChange(event_type: 'CREATED' | 'UPDATED', subject_id: string, subject_type: string) {
  return { event_type, subject: 'block', subject_id, subject_type } as const
}

function tablesByKey(blocks: readonly NewBlock[], ids: ReadonlyMap<string, string>) {
  const tables = blocks.filter(({ kind }) => kind === 'table')
  return new Map(
    tables.flatMap(({ key, detail }) => {
      const { fields } = detail.metadata as { fields: ({ name: string } & FieldDescription)[] }
      const blockId = ids.get(key)
      return blockId ? [[key, { blockId, fields: new Map(fields.map((field) => [field.name, field])) }] as const] : []
    }),
  )
}

/** Counts what was written: when two workers deliver the same item, one creates it and for the other it is unchanged. */
function countWritten(
  { create, update, counters }: { create: readonly unknown[]; update: readonly unknown[]; counters: Counters },
  written: readonly WrittenBlock[],
  orphaned: number,
): Counters {
  const created = written.filter(({ version }) => version === 1).length
  const untouched = create.length + update.length - written.length - orphaned
  const unchanged = counters.unchanged + untouched
  const failedCount = counters.failedCount + orphaned
  return { ...counters, created, updated: written.length - created, unchanged, failedCount }
}
