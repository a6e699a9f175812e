import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Checkpoint, Counters } from '../model/sync.ts'
import type { RawPage } from '../provider/responses.ts'
import type { SyncWindow } from './windows.ts'

export interface PaginationOptions {
  /** Consecutive empty pages after which a run ends although the provider promises more. */
  maxEmptyPages: number
  /** Consecutive pages without new items after which the pagination is considered endless. */
  maxIdlePages: number
}

/** The cursors that a run has received, and how many consecutive pages were empty or without new items. */
export interface PaginationState {
  /** The cursor of the next page. Absent: the first page. */
  cursor?: string
  seen: ReadonlySet<string>
  emptyPages: number
  idlePages: number
}

/** Starts at a checkpoint, or at the first page without one. */
export function resumePagination({ cursor, idlePages = 0 }: Checkpoint = {}): PaginationState {
  if (cursor === undefined) return { seen: new Set(), emptyPages: 0, idlePages: 0 }
  return { cursor, seen: new Set([cursor]), emptyPages: 0, idlePages }
}

/** The next page, or the end, with a warning where the provider ended the pagination improperly. */
export type Step = { next: PaginationState } | { next?: undefined; warning?: string }

export function advance(
  state: PaginationState,
  { hasMore, cursor, items }: RawPage,
  { maxEmptyPages }: PaginationOptions,
): Step {
  // The specification ("Pagination loop") ends a run without a warning when there is more but no new cursor.
  if (!hasMore || cursor === undefined || cursor === state.cursor) return {}
  if (state.seen.has(cursor)) return { warning: 'the run ended because the provider repeated an earlier cursor' }
  const emptyPages = items.length === 0 ? state.emptyPages + 1 : 0
  if (emptyPages >= maxEmptyPages) {
    return { warning: `the run ended after ${emptyPages} consecutive empty pages, although the provider promised more` }
  }
  return { next: { ...state, cursor, seen: new Set(state.seen).add(cursor), emptyPages } }
}

/** Counts idle pages. Whether a page had new items is known only after it was saved. */
export function countIdlePage(
  next: PaginationState,
  { created, updated }: Pick<Counters, 'created' | 'updated'>,
): PaginationState {
  return { ...next, idlePages: created + updated > 0 ? 0 : next.idlePages + 1 }
}

export function exceedsIdleLimit({ idlePages }: PaginationState, { maxIdlePages }: PaginationOptions): boolean {
  return idlePages >= maxIdlePages
}

export function toCheckpoint(
  { cursor, idlePages }: PaginationState,
  window: SyncWindow | undefined,
  awaitedSince?: number,
): Checkpoint {
  return { ...window, ...omitUndefined({ cursor, idlePages: idlePages > 0 ? idlePages : undefined, awaitedSince }) }
}
