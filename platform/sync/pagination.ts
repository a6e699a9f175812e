import type { Checkpoint, Counters } from '../model/sync.ts'
import type { RawPage } from '../provider/responses.ts'

export interface TrailRules {
  /** Empty pages in a row after which a provider is not believed that there is more. */
  mostEmptyPages: number
  /** Pages in a row without anything new after which a provider is taken to lead on without end. */
  mostIdlePages: number
}

/** Where a run has been: the cursors it was given, and how many pages in a row held nothing, or nothing new. */
export interface Trail {
  /** Of the page that is asked for next; absent: the first one. */
  cursor?: string
  seen: ReadonlySet<string>
  emptyPages: number
  idlePages: number
}

/** From where a run was left at; absent: from the first page. */
export function trailFrom({ cursor, idlePages = 0 }: Checkpoint = {}): Trail {
  if (cursor === undefined) return { seen: new Set(), emptyPages: 0, idlePages: 0 }
  return { cursor, seen: new Set([cursor]), emptyPages: 0, idlePages }
}

/** How it goes on after a page: with the next one, or not. The pages of some ways to end carry a warning. */
export type Step = { next: Trail } | { next?: undefined; warning?: string }

export function follow(trail: Trail, { hasMore, cursor, items }: RawPage, { mostEmptyPages }: TrailRules): Step {
  // More, but no way to it: silent by the specification ("Pagination loop").
  if (!hasMore || cursor === undefined || cursor === trail.cursor) return {}
  if (trail.seen.has(cursor)) return { warning: 'the provider led in a circle of pages; the run ended there' }
  const emptyPages = items.length === 0 ? trail.emptyPages + 1 : 0
  if (emptyPages >= mostEmptyPages) {
    return { warning: `${emptyPages} pages in a row were empty although more was promised; the run ended there` }
  }
  return { next: { ...trail, cursor, seen: new Set(trail.seen).add(cursor), emptyPages } }
}

/** What a page brought is known when it is kept, and counts on the way on. */
export function counting(next: Trail, { created, updated }: Pick<Counters, 'created' | 'updated'>): Trail {
  return { ...next, idlePages: created + updated > 0 ? 0 : next.idlePages + 1 }
}

/** Whether a run that goes on and on has brought nothing new for so long that something must be wrong. */
export function isEndless({ idlePages }: Trail, { mostIdlePages }: TrailRules): boolean {
  return idlePages >= mostIdlePages
}
