import type { Counters, Fence } from '../../model/sync.ts'
import type { PageCommit, SyncItems } from '../../model/sync-store.ts'
import { appendChanges } from '../changes.ts'
import { dataErrorCode, inTransaction } from '../postgres/database.ts'
import type { SyncStoreContext } from '../runs/context.ts'
import { addPageCounters } from '../runs/counters.ts'
import { type BlockCommit, saveBlocks } from './block-page.ts'
import { saveIdentifiers } from './identifiers.ts'
import { beginPage } from './page-context.ts'
import { type Saving, saveAsBatch, saveSeparately } from './save-separately.ts'

/**
 * Saves a page with the tags, links and signals derived from it, its counters and the checkpoint, in one transaction. If
 * the database rejects the data of an item, the page is saved again without that item.
 */
export async function commitPage(
  { db }: SyncStoreContext,
  fence: Fence,
  commit: PageCommit,
  now: number,
): Promise<Counters> {
  const save = (saving: Saving) =>
    inTransaction(db, async (tx) => {
      const page = await beginPage(tx, fence, commit.checkpoint, now)
      const result = await (isBlockCommit(commit)
        ? saveBlocks(page, commit, saving)
        : saveIdentifiers(page, commit, saving))
      await addPageCounters(tx, page, result.counters, result.warnings)
      await appendChanges(tx, page.tenantId, page.changes, now)
      return result.counters
    })
  try {
    return await save(saveAsBatch)
  } catch (error) {
    if (dataErrorCode(error) === undefined) throw error
    return save(saveSeparately)
  }
}

function isBlockCommit(commit: PageCommit): commit is BlockCommit {
  return (commit.page satisfies SyncItems).sync !== 'identifier'
}
