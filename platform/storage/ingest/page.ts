import { type Counters, type Fence, NO_COUNTS } from '../../model/sync.ts'
import type { PageCommit, SyncItems } from '../../model/sync-store.ts'
import { bucketSchemasOf } from '../buckets.ts'
import { type Feed, insertIntoFeeds } from '../changes.ts'
import { BucketTransaction } from '../copies/bucket-transaction.ts'
import { refreshPageCopies } from '../copies/refresh-page.ts'
import { type Database, dataErrorCode, inTransaction } from '../postgres/database.ts'
import { mayFail, Pipeline } from '../postgres/pipelining.ts'
import type { SyncStoreContext } from '../runs/context.ts'
import { lockSync, type PageProgress, saveProgress } from '../runs/counters.ts'
import { recordLookupResponses } from '../runs/sync-inputs.ts'
import { copyToSharingRows, toFeeds } from '../sharing.ts'
import { findTimeZone } from '../time-zone.ts'
import { findEventWindow, saveBlocks } from './block-page.ts'
import { toComparablePage } from './comparable-page.ts'
import { saveIdentifiers } from './identifiers.ts'
import type { BlockCommit } from './mapping/to-blocks.ts'
import { findPageSource, type PageResult, type PageSource, type SyncPageContext } from './page-context.ts'
import { type Saving, saveAsBatch, saveSeparately } from './save-separately.ts'
import { saveIfUnchanged } from './unchanged-page.ts'

/** The parameters of `SyncStore.commitPage`, and the database. */
interface PageRequest<Commit extends PageCommit> {
  db: Database
  fence: Fence
  commit: Commit
  now: number
}

/**
 * Saves a page with the tags, links and signals derived from it, its counters and the checkpoint: in one statement if
 * nothing of it has changed, otherwise in one transaction. If the database rejects the data of an item, the page is saved
 * again without that item.
 */
export async function commitPage(
  { db }: SyncStoreContext,
  fence: Fence,
  commit: PageCommit,
  now: number,
): Promise<Counters> {
  return isBlockCommit(commit)
    ? commitBlocks({ db, fence, commit, now })
    : commitIdentifiers({ db, fence, commit, now })
}

function isBlockCommit(commit: PageCommit): commit is BlockCommit {
  return (commit.page satisfies SyncItems).sync !== 'identifier'
}

async function commitBlocks(request: PageRequest<BlockCommit>): Promise<Counters> {
  const { db, fence, commit } = request
  const { sync, items } = commit.page
  // Only the days that are named in meetings depend on it.
  const timeZone = sync === 'transcription' && items.length > 0 ? await findTimeZone(db, fence) : 'UTC'
  const comparable = toComparablePage(commit, timeZone)
  const { unchanged, skipped, failed, warnings } = comparable.ifUnchanged
  const counters = { ...NO_COUNTS, unchanged, skipped, failedCount: failed }
  const { isSaved, source, changed } = await saveIfUnchanged(db, fence, {
    items: comparable.items,
    window: findEventWindow(commit, comparable.items),
    progress: { checkpoint: commit.checkpoint, counters, warnings },
  })
  if (isSaved) return counters
  const page = comparable.toBlocks(source, changed)
  return commitChanged(request, source, (context, saving) => saveBlocks(context, commit, page, saving))
}

async function commitIdentifiers(request: PageRequest<PageCommit>): Promise<Counters> {
  const counters = await commitFound(request)
  const { warnings, invalid } = request.commit
  // Either may be about a look-up that failed.
  if (warnings.length === 0 && invalid === 0) await recordLookupResponses(request.db, request.fence)
  return counters
}

async function commitFound(request: PageRequest<PageCommit>): Promise<Counters> {
  const { db, fence, commit } = request
  if (commit.page.items.length === 0) {
    const counters = { ...NO_COUNTS, failedCount: commit.invalid }
    const progress = { checkpoint: commit.checkpoint, counters, warnings: commit.warnings }
    const { isSaved } = await saveIfUnchanged(db, fence, { items: [], progress })
    if (isSaved) return counters
  }
  const source = await findPageSource(db, fence)
  return commitChanged(request, source, (context, saving) => saveIdentifiers(context, commit, saving))
}

type SaveItems = (context: SyncPageContext, saving: Saving) => Promise<PageResult>

/**
 * In one transaction. Nobody claims the sync meanwhile, because it is locked from the beginning. Its statements are sent
 * without waiting, except where a result decides what to send next.
 */
async function commitChanged(
  { db, fence, commit, now }: PageRequest<PageCommit>,
  source: PageSource,
  saveItems: SaveItems,
): Promise<Counters> {
  const { tenantId, connectionId } = fence
  const save = (saving: Saving) =>
    inTransaction(db, async (tx) => {
      const pipeline = await Pipeline.open(tx)
      const { send } = pipeline
      try {
        const locked = mayFail(lockSync(send, fence))
        const context = { tx, send, locked, tenantId, connectionId, now, changes: [], ...source }
        const { counters, warnings } = await saveItems(context, saving)
        await locked
        const schemas = bucketSchemasOf(db)
        const buckets = schemas && new BucketTransaction(schemas, tenantId, send)
        await finishPage(context, { pipeline, buckets }, fence, { checkpoint: commit.checkpoint, counters, warnings })
        return counters
      } finally {
        pipeline.end()
      }
    })
  try {
    return await save(saveAsBatch)
  } catch (error) {
    if (dataErrorCode(error) === undefined) throw error
    return save(saveSeparately)
  }
}

interface PageTransaction {
  pipeline: Pipeline
  /** Absent on one PostgreSQL. */
  buckets: BucketTransaction | undefined
}

/** Writes what follows from the changes of a page, saves its progress, appends to the feeds, and commits. */
async function finishPage(
  { send, tenantId, changes, now }: SyncPageContext,
  { pipeline, buckets }: PageTransaction,
  fence: Fence,
  progress: PageProgress,
): Promise<void> {
  const updated = changes.filter(({ subject, event_type }) => subject === 'block' && event_type === 'UPDATED')
  const copying = copyToSharingRows(
    send,
    tenantId,
    updated.map(({ subject_id }) => subject_id),
  )
  const [recipients] = await Promise.all([copying, saveProgress(send, fence, progress)])
  const notified = buckets ? await refreshPageCopies(buckets, tenantId, recipients, now) : [{ send, recipients }]
  // The feeds are the last tables that are locked: see `appendChanges`.
  const appended = notified.map((ofBucket) => {
    const own: Feed[] = ofBucket.send === send ? [[tenantId, changes]] : []
    const appending = insertIntoFeeds([...toFeeds(ofBucket.recipients, 'UPDATED'), ...own], now)
    return appending && ofBucket.send(appending)
  })
  pipeline.commit()
  await Promise.all(appended)
}
