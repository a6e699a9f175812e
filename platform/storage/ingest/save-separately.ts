import { sql } from 'kysely'
import { addCounters, NO_COUNTS } from '../../model/sync.ts'
import { dataErrorCode } from '../postgres/database.ts'
import type { PageContext, PageResult } from './page-context.ts'

/** Saves items of a page. `items` are all of them, or those that `saveSeparately` tries together. */
export type SaveItems<Item> = (items: readonly Item[]) => Promise<PageResult>

/** How the items of a page are saved: all together, or apart after that has failed. */
export type Saving = <Item extends { key: string }>(
  page: PageContext,
  items: readonly Item[],
  save: SaveItems<Item>,
) => Promise<PageResult>

export const saveAsBatch: Saving = (_, items, save) => save(items)

/**
 * Saves the items of a page whose data the database has rejected. They are halved until the rejected ones are found;
 * those are counted as failed and named in a warning, and all others are saved.
 */
export const saveSeparately: Saving = async (page, items, save) => {
  const changes = page.changes.length
  await sql`savepoint part`.execute(page.tx)
  try {
    const result = await save(items)
    await sql`release savepoint part`.execute(page.tx)
    return result
  } catch (error) {
    const code = dataErrorCode(error)
    if (code === undefined) throw error
    await sql`rollback to savepoint part`.execute(page.tx)
    await sql`release savepoint part`.execute(page.tx)
    page.changes.length = changes
    if (items.length < 2) return toOmitted(items, code)
  }
  const middle = Math.ceil(items.length / 2)
  const first = await saveSeparately(page, items.slice(0, middle), save)
  const second = await saveSeparately(page, items.slice(middle), save)
  return mergeResults(first, second)
}

/** In characters, so that the rest of a warning is not cut off. */
const MAX_NAME_LENGTH = 200

function toOmitted(items: readonly { key: string }[], code: string): PageResult {
  return {
    counters: { ...NO_COUNTS, failedCount: items.length },
    warnings: items.map(
      ({ key }) => `${key.slice(0, MAX_NAME_LENGTH)} was omitted: the database cannot store its data (${code})`,
    ),
  }
}

function mergeResults(first: PageResult, second: PageResult): PageResult {
  return {
    counters: addCounters(first.counters, second.counters),
    warnings: [...first.warnings, ...second.warnings],
  }
}
